// Every word on the tanks' page, in Italian.

export default {
  title: "Carri armati",
  field: "Il campo con {count} carri",
  player: "Giocatore {slot}",
  steering: "Guida",
  single: "Una leva",
  mix: "Unite",
  tracks: "Cingoli",
  nobody: "Nessuno guida ancora",
  nobodyText: "Scegli il layout Carro armato sul telefono.",
  keys: "A spara, LB e RB girano la torretta, BACK cambia la guida.",
  retrying: "Nessuna connessione a Tiltpad. Nuovo tentativo…",
  bridgeLost: "Tiltpad si è fermato. Finché non torna, nessun pulsante è premuto.",
  otherVersion: "Tiltpad è stato aggiornato mentre girava. Riavvialo.",
  forHost: "Questa pagina è per l’host",
  forHostText: "Esegui questo comando sull’host e apri il link che mostra:",
  again: "Riprova",
};
