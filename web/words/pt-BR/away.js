// The words that only the page on another host needs, in Brazilian Portuguese.

export default {
  silentHost:
    "O anfitrião não responde. Este celular está na rede dele? Um código vale para um celular e dez minutos: escaneie o que está na tela agora.",
  foreignHost: "Outra máquina respondeu no lugar do anfitrião, e nada é enviado a ela. Escaneie o código na tela do anfitrião.",
  outdatedHost: "Este código precisa de outra versão da página. Feche a página em todo lugar e escaneie o código de novo.",
};
