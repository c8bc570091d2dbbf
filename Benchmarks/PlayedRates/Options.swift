/// The options of the command line.
struct Options {
  /// The settings to measure.
  var settings: [Setting] = []
  /// The number of rounds; in each, both daemons play once.
  var rounds = 6
  /// The duration of a turn on a quiet machine, in s; under load it is half as long.
  var seconds = 1.0
  /// True if the packets of all players leave at the same time instead of being spread evenly over the
  /// period.
  var isAtOnce = false
  /// True if the result is printed as JSON instead of tables.
  var isJSON = false
  /// The folder for the files of the measurement; it contains `pads.so`, the library that replaces
  /// /dev/uinput.
  var folder = ""
  /// The folder of the measured programs.
  var programs = ".build/release"

  /// Reads the options from `arguments`, which lack the program's name; nil if they are wrong.
  init?(_ arguments: ArraySlice<String>) {
    var rates: [Int]?
    var players: [Int]?
    var encrypted = [false, true]
    var isQuick = false
    var rest = arguments
    while let word = rest.popFirst() {
      switch word {
      case "--quick": isQuick = true
      case "--encrypted": encrypted = [true]
      case "--plain": encrypted = [false]
      case "--at-once": isAtOnce = true
      case "--json": isJSON = true
      default:
        guard let value = rest.popFirst() else { return nil }
        switch (word, Int(value), Double(value)) {
        case ("--rate", let rate?, _) where (20...500).contains(rate): rates = (rates ?? []) + [rate]
        case ("--players", let count?, _) where (1...16).contains(count): players = (players ?? []) + [count]
        case ("--rounds", let count?, _) where count > 0: rounds = count
        case ("--seconds", _, let time?) where time > 0 && time <= 600: seconds = time
        case ("--folder", _, _): folder = value
        case ("--programs", _, _): programs = value
        default: return nil
        }
      }
    }
    guard !folder.isEmpty else { return nil }
    if isQuick, !arguments.contains("--rounds") { rounds = 3 }
    settings =
      isQuick && rates == nil && players == nil
      ? encrypted.flatMap { isEncrypted in
        [(125, 4), (250, 16)].map { Setting(rate: $0.0, players: $0.1, isEncrypted: isEncrypted) }
      }
      : Setting.all(rates: rates ?? [60, 125, 250], players: players ?? [1, 4, 16], encrypted: encrypted)
  }
}
