// The words that only the page on another host needs, in Polish.

export default {
  silentHost:
    "Host nie odpowiada. Czy ten telefon jest w jego sieci? Kod działa dla jednego telefonu przez dziesięć minut: zeskanuj ten, który jest teraz na ekranie.",
  foreignHost: "Zamiast hosta odpowiedział inny komputer, więc nic do niego nie trafia. Zeskanuj kod z ekranu hosta.",
  outdatedHost: "Ten kod wymaga innej wersji strony. Zamknij stronę wszędzie i zeskanuj kod jeszcze raz.",
};
