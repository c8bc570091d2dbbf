import Glibc
import Model
import Platform
import Played
import RateMeter

/// A daemon that takes turns with another, and the players who play with it.
final class Contender {
  /// The measurements of one turn.
  struct Turn {
    /// The measurement on a quiet machine.
    let quiet: Sample
    /// The measurement under load.
    let loaded: Sample
  }

  /// The time for which the players play before each measurement, in s.
  private static let moment = 0.2
  /// The maximum time to wait for the last packets to arrive, in ns.
  private static let patience: Int64 = 250_000_000

  private let side: Side
  private let setting: Setting
  private let isAtOnce: Bool
  private let server: Server
  private let players: [Player]

  /// Starts the daemon of `side`, and plays `setting` until all pads follow their players.
  init(_ side: Side, _ setting: Setting, in workshop: Workshop, _ options: Options) throws {
    (self.side, self.setting, isAtOnce) = (side, setting, options.isAtOnce)
    let server = try workshop.start(side, for: setting)
    players = try (0..<setting.players).map { number in
      let player = try Player(
        number, rate: setting.rate, port: server.port, Line(isAnswered: side == .tiltpad))
      if setting.isEncrypted { try Contender.encrypt(player, number, side, workshop) }
      return player
    }
    self.server = server
    _ = try play(for: settling)
    guard meter_arrived() > 0 else { throw Trouble.idle("\(side.name) moves no pad") }
    pause()
  }

  deinit { resume() }

  /// The time until the daemon has come to rest, in s.
  ///
  /// Tiltpad keeps a new pad still for a second. In the first 3 s of a session it also asks for the
  /// controller's clock more often.
  private var settling: Double {
    if side == .bare { return Contender.moment }
    return setting.isEncrypted ? 3.2 : 1.2
  }

  /// Plays for `seconds` on a quiet machine, and for half as long under load.
  func turn(for seconds: Double, cores: Int) throws -> Turn {
    resume()
    defer { pause() }
    _ = try play(for: Contender.moment)
    let quiet = try play(for: seconds)
    let load = try Load(cores: cores)
    _ = try play(for: Contender.moment)
    let loaded = try play(for: seconds / 2)
    withExtendedLifetime(load) {}
    return Turn(quiet: quiet, loaded: loaded)
  }

  /// Stops the process, so that it does nothing while the other daemon plays.
  private func pause() { kill(server.process, SIGSTOP) }

  private func resume() { kill(server.process, SIGCONT) }

  /// Encrypts the line of `player`; with Tiltpad, the player makes a handshake and sends the first packet of
  /// the session.
  private static func encrypt(_ player: Player, _ number: Int, _ side: Side, _ workshop: Workshop) throws {
    guard side == .tiltpad else { return player.line.encryptForBareDaemon() }
    player.line.connect(by: workshop.players[number], to: workshop.host, at: Clock.now())
    let end = Clock.now() + .seconds(5)
    while !player.line.isWelcome {
      guard Clock.now() < end else { throw Trouble.idle("the host admits no encrypted player") }
      player.join()
      meter_sleep(meter_now() + 1_000_000)
    }
    // The host waits for a packet with the new keys, and keeps only a few sessions that wait like this.
    player.play()
  }

  /// Plays for `seconds` and waits for the last packet to arrive.
  private func play(for seconds: Double) throws -> Sample {
    let rounds = max(Int(seconds * Double(setting.rate)), 1)
    let packets = rounds * players.count
    guard meter_begin(packets) == 0 else { throw Trouble.kernel("memory", code: ENOMEM) }
    let answers = self.answers
    let before = try server.usage
    send(rounds)
    let end = meter_now() + Contender.patience
    while meter_arrived() < packets, meter_now() < end { meter_sleep(meter_now() + 1_000_000) }
    return Sample(packets: packets, from: before, to: try server.usage, answers: self.answers - answers)
  }

  private var answers: Int { players.reduce(0) { $0 + $1.answers } }

  private func send(_ rounds: Int) {
    let period = 1_000_000_000 / Int64(setting.rate)
    let spacing = isAtOnce ? 0 : period / Int64(players.count)
    let start = meter_now() + period
    for round in 0..<rounds {
      for (index, player) in players.enumerated() {
        meter_sleep(start + period * Int64(round) + spacing * Int64(index))
        player.play()
      }
    }
  }
}
