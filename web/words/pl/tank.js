// Every word on the tanks' page, in Polish.

export default {
  title: "Czołgi",
  field: "Pole, liczba czołgów: {count}",
  player: "Gracz {slot}",
  steering: "Sterowanie",
  single: "Jedna dźwignia",
  mix: "Razem",
  tracks: "Gąsienice",
  nobody: "Nikt jeszcze nie jedzie",
  nobodyText: "Wybierz na telefonie układ Czołg.",
  keys: "A strzela, LB i RB obracają wieżę, BACK zmienia sterowanie.",
  retrying: "Brak połączenia z Tiltpad. Próbuję znowu…",
  bridgeLost: "Tiltpad się zatrzymał. Póki nie wróci, na żadnym padzie nic nie jest wciśnięte.",
  otherVersion: "Tiltpad zaktualizowano w trakcie pracy. Uruchom go ponownie.",
  forHost: "Ta strona jest dla hosta",
  forHostText: "Uruchom to polecenie na hoście i otwórz link, który wypisze:",
  again: "Spróbuj znowu",
};
