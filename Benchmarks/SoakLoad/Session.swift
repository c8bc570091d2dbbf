import Glibc
import Notation
import Platform
import SoakPads

/// The players of a soak test, and the loop that carries out the orders on standard input and reports on the
/// play.
struct Session {
  private static let rate: Int64 = 250

  private let players: [Player]
  private var play = Play.rest
  private var rumbles = 0
  private var latencies = [UInt32](repeating: 0, count: 1 << 18)
  /// The times by which the machine has woken this program too late since the last report, in ns.
  private var delays: [UInt32] = []
  private var input: [UInt8] = []
  private var isOver = false

  /// Creates the session of `players`.
  init(_ players: [Player]) { self.players = players }

  /// Plays until the input ends; the players' packets are spread evenly over the period.
  mutating func run() {
    let spacing = 1_000_000_000 / Session.rate / Int64(players.count)
    var due = soak_now()
    while !isOver {
      for player in players {
        soak_sleep(due)
        if delays.count < latencies.count { delays.append(UInt32(clamping: soak_now() - due)) }
        player.step(play)
        due += spacing
      }
      // If the machine has stalled, the missed packets are left out: sending them at once would be a flood.
      due = max(due, soak_now() - 1_000_000_000 / Session.rate)
      obey()
    }
  }

  /// Carries out the orders that wait on standard input.
  private mutating func obey() {
    var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&wanted, 1, 0) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
    isOver = count <= 0
    input += buffer.prefix(max(count, 0))
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      obey(String(decoding: input[..<end], as: UTF8.self).split(separator: " "))
      input.removeSubrange(...end)
    }
  }

  /// Executes one order: `play WHAT`, `rumble`, `report`, or `join`, `leave`, `recentre` and `rekey` with a player or `all`.
  private mutating func obey(_ words: [Substring]) {
    let chosen =
      words.count < 2 ? [] : words[1] == "all" ? players : Int(words[1]).map { [players[$0]] } ?? []
    switch words.first {
    case "play": play = words.count == 2 ? Play(rawValue: String(words[1])) ?? .rest : .rest
    case "join": for player in chosen { player.join() }
    case "leave": for player in chosen { player.leave() }
    case "recentre": for player in chosen { player.recentre() }
    case "rekey": for player in chosen { player.rekey() }
    case "rumble": rumbles += Int(soak_rumble())
    case "report": report()
    default: say("{\"unknown\":true}")
    }
  }

  private mutating func report() {
    let sums = players.map(\.sums)
    func sum(_ member: (Player.Sums) -> Int) -> Int { sums.reduce(0) { $0 + member($1) } }
    let shown = players.indices.map { Int(soak_presses(Int32($0))) }
    let missing = zip(sums, shown).map { $0.presses - $1 }
    let pads = soak_sums()
    let counts: [(String, Int)] = [
      ("present", players.count { !$0.isAway }), ("packets", sum(\.packets)), ("noted", sum(\.noted)),
      ("arrived", Int(pads.arrived)), ("presses", sum(\.presses)), ("shown", shown.reduce(0, +)),
      ("missing", missing.reduce(0) { $0 + max($1, 0) }), ("doubled", missing.reduce(0) { $0 + max(-$1, 0) }),
      ("buzzes", sum(\.buzzes)), ("edges", sum(\.edges)), ("acknowledged", sum(\.acknowledged)),
      ("unacknowledged", players.reduce(0) { $0 + $1.unacknowledged }), ("wrong", Int(pads.wrong)),
      ("pagePresses", Int(pads.page_presses)), ("plugged", Int(pads.plugged)), ("pads", Int(pads.pads)),
      ("rumbles", rumbles), ("feedbacks", sum(\.feedbacks)), ("rekeys", sum(\.rekeys)),
      ("joins", sum(\.joins)),
    ]
    say(JSON.object(counts.map { ($0.0, .signed(Int64($0.1))) } + ranks()).text)
  }

  /// Returns percentiles, in µs, of the latencies and of the machine's own delays since the last report.
  ///
  /// They are null if nothing was measured.
  private mutating func ranks() -> [(String, JSON)] {
    let count = unsafe soak_latencies(&latencies, latencies.count)
    let times = latencies[..<count].sorted()
    defer { delays.removeAll(keepingCapacity: true) }
    return [
      ("p50", Session.rank(0.5, of: times)), ("p99", Session.rank(0.99, of: times)),
      ("worst", Session.rank(1, of: times)), ("machine_p99", Session.rank(0.99, of: delays.sorted())),
    ]
  }

  /// Returns, in µs, the time that `share` of `times` do not exceed; `times` are sorted and in ns.
  private static func rank(_ share: Double, of times: [UInt32]) -> JSON {
    let place = min(Int(share * Double(times.count)), times.count - 1)
    return times.isEmpty ? .null : .number(Double(times[place]) / 1_000)
  }
}
