import Buzzer
import Model
import Session
import TestDelays

/// Players with clocks of their own at a host: what happens in a round, packet by packet.
struct Room {
  /// Milliseconds of the host's clock, from when the round is armed.
  typealias Milliseconds = Double

  /// A player: where its clock is, how it runs, and what is between it and the host.
  struct Player {
    let delays: Delays
    let offset: UInt32
    let drift: Double
    var bounds = ClockBounds()

    /// What the player's clock shows, in µs.
    func clock(_ time: Milliseconds) -> UInt32 {
      UInt32(truncatingIfNeeded: Int64((time * 1_000 * (1 + drift)).rounded(.down))) &+ offset
    }
  }

  private enum Event {
    case exchange(Int, asked: Milliseconds, answered: Milliseconds)
    case state(Int, sent: Milliseconds)
    case press(Int, sent: Milliseconds)
  }

  /// When the round is armed on the host's clock.
  static let armed = Instant(nanoseconds: 5_000_000_000_000)
  private static let warmUp: Milliseconds = 10_000
  private static let end: Milliseconds = 500

  var dice: Dice
  var players: [Player]

  /// Players on these networks, with clocks anywhere that run wrong by up to 40 ppm.
  init(_ networks: [Delays], seed: UInt64) {
    var dice = Dice(state: seed)
    players = networks.map {
      Player(
        delays: $0, offset: UInt32.random(in: .min ... .max, using: &dice),
        drift: (dice.unit() - 0.5) * 8e-5)
    }
    self.dice = dice
  }

  static func instant(_ time: Milliseconds) -> Instant {
    armed + Interval(nanoseconds: Int64((time * 1e6).rounded()))
  }

  /// What comes of presses at these times, nil for who does not press, and when it is decided.
  mutating func play(_ presses: [Milliseconds?]) -> (decision: Decision, at: Milliseconds)? {
    let events = events(presses).sorted { $0.0 < $1.0 }
    var judge = Judge(slots, armed: Room.armed)
    for (time, event) in events {
      let now = Room.instant(time)
      if judge.deadline <= now, let decision = judge.decide(at: judge.deadline) {
        return (decision, Room.milliseconds(judge.deadline))
      }
      take(event, at: time, by: &judge)
      if time >= 0, let decision = judge.decide(at: now) { return (decision, time) }
    }
    return judge.decide(at: judge.deadline).map { ($0, Room.milliseconds(judge.deadline)) }
  }

  private var slots: PlayerSlots { PlayerSlots(rawValue: UInt16(1 << players.count - 1)) }

  private static func milliseconds(_ instant: Instant) -> Milliseconds { (instant - armed).seconds * 1_000 }

  private mutating func take(_ event: Event, at time: Milliseconds, by judge: inout Judge) {
    let now = Room.instant(time)
    switch event {
    case .exchange(let player, let asked, let answered):
      let sent = UInt32(truncatingIfNeeded: Room.instant(asked).nanoseconds / 1_000)
      let shown = players[player].clock(answered)
      players[player].bounds.add(hostSent: sent, received: shown, sent: shown, at: now)
    case .state(let player, let sent):
      judge.noteUp(
        PlayerSlot(index: player), at: players[player].clock(sent), players[player].bounds.offset(at: now),
        received: now)
    case .press(let player, let sent):
      let slot = PlayerSlot(index: player)
      _ = judge.take(
        Press(
          of: slot, at: players[player].clock(sent), clock: players[player].bounds.offset(at: now),
          received: now, notBefore: judge.notBefore(slot)))
    }
  }

  private mutating func events(_ presses: [Milliseconds?]) -> [(Milliseconds, Event)] {
    var events: [(Milliseconds, Event)] = []
    for (index, player) in players.enumerated() {
      let early = stride(from: -Room.warmUp, to: 0, by: 100)
      for asked in early.map({ $0 }) + stride(from: 0, to: Room.end, by: 50).map({ $0 }) {
        let answered = asked + player.delays.down(&dice)
        events.append(
          (answered + player.delays.up(&dice), .exchange(index, asked: asked, answered: answered)))
      }
      let press = presses[index] ?? .infinity
      for sent in stride(from: -50 * dice.unit(), to: Room.end, by: 1_000 / 60) where sent < press {
        events.append((sent + player.delays.up(&dice), .state(index, sent: sent)))
      }
      guard press.isFinite else { continue }
      events.append((press + player.delays.up(&dice), .press(index, sent: press)))
    }
    return events
  }
}
