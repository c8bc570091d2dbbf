// The words that only the page on another host needs, in German.

export default {
  silentHost:
    "Der Host antwortet nicht. Ist dieses Handy im Netz des Hosts? Ein Code gilt für ein Handy und zehn Minuten: Scanne den, der gerade auf dem Bildschirm ist.",
  foreignHost: "Statt des Hosts hat ein anderes Gerät geantwortet. Es bekommt nichts. Scanne den Code auf dem Bildschirm des Hosts.",
  outdatedHost: "Dieser Code braucht eine andere Version der Seite. Schließe die Seite überall und scanne den Code noch einmal.",
};
