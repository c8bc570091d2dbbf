// Every word on the tanks' page, in Brazilian Portuguese.

export default {
  title: "Tanques",
  field: "O campo com {count} tanques",
  player: "Jogador {slot}",
  steering: "Direção",
  single: "Uma alavanca",
  mix: "Mistura",
  tracks: "Esteiras",
  nobody: "Ninguém dirige ainda",
  nobodyText: "Escolha o layout Tanque no celular.",
  keys: "A atira, LB e RB giram a torre, BACK muda a direção.",
  retrying: "Sem conexão com o Tiltpad. Tentando de novo…",
  bridgeLost: "O Tiltpad parou. Até ele voltar, nada está apertado em nenhum controle.",
  otherVersion: "O Tiltpad foi atualizado enquanto rodava. Reinicie-o.",
  forHost: "Esta página é do anfitrião",
  forHostText: "Rode este comando no anfitrião e abra o link que ele mostra:",
  again: "Tentar de novo",
};
