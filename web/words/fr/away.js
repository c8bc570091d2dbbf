// The words that only the page on another host needs, in French.

export default {
  silentHost:
    "L’hôte ne répond pas. Ce téléphone est-il sur son réseau ? Un code sert à un téléphone pendant dix minutes : scanne celui qui est à l’écran maintenant.",
  foreignHost: "Une autre machine a répondu à la place de l’hôte : rien ne lui est envoyé. Scanne le code sur l’écran de l’hôte.",
  outdatedHost: "Ce code demande une autre version de la page. Ferme la page partout, puis scanne de nouveau le code.",
};
