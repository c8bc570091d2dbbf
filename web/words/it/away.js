// The words that only the page on another host needs, in Italian.

export default {
  silentHost:
    "L’host non risponde. Questo telefono è nella sua rete? Un codice vale per un telefono e dieci minuti: scansiona quello che è sullo schermo adesso.",
  foreignHost: "Ha risposto un’altra macchina al posto dell’host, e non le viene inviato nulla. Scansiona il codice sullo schermo dell’host.",
  outdatedHost: "Questo codice richiede un’altra versione della pagina. Chiudi la pagina ovunque e scansiona di nuovo il codice.",
};
