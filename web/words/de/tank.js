// Every word on the tanks' page, in German.

export default {
  title: "Panzer",
  field: "Das Feld mit {count} Panzern",
  player: "Spieler {slot}",
  steering: "Lenkung",
  single: "Ein Hebel",
  mix: "Gemischt",
  tracks: "Ketten",
  nobody: "Noch fährt niemand",
  nobodyText: "Wähle am Handy das Layout Panzer.",
  keys: "A schießt, LB und RB drehen den Turm, BACK wechselt die Lenkung.",
  retrying: "Keine Verbindung zu Tiltpad. Neuer Versuch…",
  bridgeLost: "Tiltpad wurde beendet. Bis es zurück ist, ist auf keinem Pad etwas gedrückt.",
  otherVersion: "Tiltpad wurde im Betrieb aktualisiert. Starte es neu.",
  forHost: "Diese Seite ist für den Host",
  forHostText: "Führe diesen Befehl auf dem Host aus und öffne den Link, den er ausgibt:",
  again: "Noch einmal",
};
