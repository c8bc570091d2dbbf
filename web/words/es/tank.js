// Every word on the tanks' page, in Spanish.

export default {
  title: "Tanques",
  field: "El campo con {count} tanques",
  player: "Jugador {slot}",
  steering: "Dirección",
  single: "Una palanca",
  mix: "Mezcla",
  tracks: "Orugas",
  nobody: "Aún no conduce nadie",
  nobodyText: "Elige en el teléfono la disposición Tanque.",
  keys: "A dispara, LB y RB giran la torreta, BACK cambia la dirección.",
  retrying: "Sin conexión con Tiltpad. Probando otra vez…",
  bridgeLost: "Tiltpad se ha parado. Hasta que vuelva, no hay nada pulsado en ningún mando.",
  otherVersion: "Tiltpad se actualizó mientras funcionaba. Reinícialo.",
  forHost: "Esta página es para el anfitrión",
  forHostText: "Ejecuta esta orden en el anfitrión y abre el enlace que muestra:",
  again: "Probar otra vez",
};
