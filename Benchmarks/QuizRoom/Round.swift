public import Buzzer
import Guards
internal import Impairment
internal import Model
internal import TestSupport

/// The simulation of a round in a room.
public struct Round: Sendable {
  private enum Event {
    case exchange(asked: Milliseconds, answered: Milliseconds)
    case state(sent: Milliseconds)
    case press
  }

  var room: QuizRoom
  private var judge: Judge
  /// The time of each player's press on the host's clock; nil for a player who did not press.
  public let presses: [Milliseconds?]
  /// The arrival time of each press; nil if no press arrived.
  public private(set) var arrivals: [Milliseconds?]
  /// The judge's decision; nil before it.
  public private(set) var decision: Decision?
  /// The time of the decision.
  public private(set) var decided: Milliseconds = .infinity

  init(_ room: QuizRoom, _ presses: [Milliseconds?]) {
    (self.room, self.presses) = (room, presses)
    judge = Judge(room.slots, armed: QuizRoom.armed)
    arrivals = presses.map { _ in nil }
  }

  /// The index of the winner; nil if there is none.
  public var winner: Int? {
    if case .winner(let slot)? = decision?.outcome { slot.index } else { nil }
  }

  /// True if a player won although another player, of whom the judge had received packets, pressed earlier.
  public var isWrong: Bool {
    guard let decision, let winner, let won = presses[winner] else { return false }
    return presses.indices.contains { index in
      guard let time = presses[index], index != winner else { return false }
      return time < won && !decision.unheard.contains(PlayerSlots(PlayerSlot(index: index)))
    }
  }

  /// Returns the index of the earliest of these times, one for each player, or nil if there is none.
  public static func first(of times: [Milliseconds?]) -> Int? {
    times.indices.filter { times[$0] != nil }.min { times[$0] ?? .infinity < times[$1] ?? .infinity }
  }

  /// The times of the presses on the host's clock, estimated by the median of the exchanges with each clock.
  public var mediansOfPresses: [Milliseconds?] {
    zip(room.players, presses).map { player, press in
      guard let press else { return nil }
      let shown = Int32(bitPattern: player.clock(press) &- player.ahead &- QuizRoom.stamp(0))
      return Double(shown) / 1_000 - player.medianError
    }
  }

  mutating func run(until end: Milliseconds) -> Bool {
    for (time, player, event) in events(until: end).sorted(by: { $0.0 < $1.0 }) {
      if judge.deadline <= QuizRoom.instant(time), settle(at: judge.deadline) { return true }
      apply(event, of: player, at: time)
      if settle(at: QuizRoom.instant(time)) { return true }
    }
    return settle(at: judge.deadline)
  }

  private mutating func settle(at now: Instant) -> Bool {
    guard let decision = judge.decide(at: now) else { return false }
    self.decision = decision
    decided = (now - QuizRoom.armed).seconds * 1_000
    return true
  }

  private func offset(of index: Int, at now: Instant) -> ClockOffset? {
    guard let offset = room.players[index].bounds.offset(at: now), room.belief == .median else {
      return room.players[index].bounds.offset(at: now)
    }
    let player = room.players[index]
    let believed = Int32(bitPattern: player.ahead) &+ Int32((player.medianError * 1_000).rounded())
    return ClockOffset(
      lower: believed, upper: believed, roundTrip: offset.roundTrip, isSuspect: offset.isSuspect)
  }

  private mutating func apply(_ event: Event, of index: Int, at time: Milliseconds) {
    let now = QuizRoom.instant(time)
    let slot = PlayerSlot(index: index)
    let seat = room.players[index].seat
    switch event {
    case .exchange(let asked, let answered):
      room.players[index].exchange(asked: asked, answered: answered, received: time)
    case .state(let sent):
      judge.noteUp(
        slot, at: room.players[index].clock(sent), offset(of: index, at: now), received: now,
        inputDelay: seat.allowedInputDelay)
    case .press:
      arrivals[index] = arrivals[index] ?? time
      let press = Press(
        of: slot, at: room.players[index].clock(presses[index] ?? 0), clock: offset(of: index, at: now),
        received: now, notBefore: judge.notBefore(slot),
        notBeforeTime: judge.notBeforeTime(slot), precision: seat.precision,
        inputDelay: seat.allowedInputDelay)
      _ = judge.apply(press)
    }
  }

  private mutating func events(until end: Milliseconds) -> [(Milliseconds, Int, Event)] {
    var events: [(Milliseconds, Int, Event)] = []
    for index in room.players.indices {
      let seat = room.players[index].seat
      for asked in stride(from: 0, to: end, by: 50) {
        guard let (_, answered, received) = room.exchange(with: seat, at: asked) else { continue }
        events.append((received, index, .exchange(asked: asked, answered: answered)))
      }
      events += packets(of: index, until: end).map { ($0.0, index, $0.1) }
    }
    return events
  }

  /// Returns the arrivals of a player's packets.
  ///
  /// They are all states before the press that are not lost, and the first packet with the press that is not
  /// lost. Each packet repeats the press until it is acknowledged.
  private mutating func packets(of index: Int, until end: Milliseconds) -> [(Milliseconds, Event)] {
    let seat = room.players[index].seat
    let delay = Double.random(in: seat.inputDelay, using: &room.dice)
    let seen = presses[index].map { $0 + delay } ?? .infinity
    let turns = Array(stride(from: -50 * room.dice.unit(), to: end, by: 1_000 / seat.rate))
    var packets: [(Milliseconds, Event)] = []
    var last = -Double.infinity
    for sent in turns.filter({ $0 < seen }) where !room.isLost(seat) {
      last = max(seat.overtakes ? sent : last, sent + seat.delays.up(&room.dice))
      packets.append((last, .state(sent: sent)))
    }
    guard seen.isFinite else { return packets }
    let copies = [seen] + turns.filter { $0 > seen }
    guard let sent = copies.first(where: { _ in !room.isLost(seat) }) else { return packets }
    packets.append((max(seat.overtakes ? sent : last, sent + seat.delays.up(&room.dice)), .press))
    return packets
  }
}
