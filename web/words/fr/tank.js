// Every word on the tanks' page, in French.

export default {
  title: "Chars",
  field: "Le terrain avec {count} chars",
  player: "Joueur {slot}",
  steering: "Direction",
  single: "Un levier",
  mix: "Mélange",
  tracks: "Chenilles",
  nobody: "Personne ne conduit",
  nobodyText: "Choisis la disposition Char sur le téléphone.",
  keys: "A tire, LB et RB tournent la tourelle, BACK change la direction.",
  retrying: "Pas de connexion à Tiltpad. Nouvel essai…",
  bridgeLost: "Tiltpad s’est arrêté. Rien n’est appuyé sur aucune manette jusqu’à son retour.",
  otherVersion: "Tiltpad a été mis à jour en marche. Redémarre-le.",
  forHost: "Cette page est pour l’hôte",
  forHostText: "Lance cette commande sur l’hôte, puis ouvre le lien qu’elle affiche :",
  again: "Réessayer",
};
