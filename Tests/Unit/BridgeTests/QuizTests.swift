import Bridge
import Buzzer
import Impairment
import Model
import Room
import Testing
import TiltpadClient
import Wire

@Suite struct QuizTests {
  /// Returns the faults of a wireless link: 1 ms of delay and a mean jitter of 0 to 3 ms; the player at index 3 loses 5 %.
  static func wireless(_ index: Int) -> ImpairedLink.Faults {
    var faults = ImpairedLink.Faults()
    faults.delay = .milliseconds(1)
    faults.jitter = .milliseconds(Int64(index % 4))
    faults.loss = index == 3 ? 0.05 : 0
    return faults
  }

  /// Returns a room whose players are in buzzer mode, with different clocks that the host has measured.
  func quizRoom(_ count: Int, seed: UInt64 = 1, keptBy kept: KeptQuiz? = nil) -> Gathering {
    var party = Gathering(count, seed: seed, kept: kept)
    for index in party.seats.indices {
      let (faults, place) = (Self.wireless(index), UInt64(2 * index))
      party.seats[index].up = ImpairedLink(faults, seed: seed &* 100 &+ place)
      party.seats[index].down = ImpairedLink(faults, seed: seed &* 100 &+ place &+ 1)
      party.seats[index].ahead = .milliseconds(Int64(index) * 977 - 2_500)
      party.seats[index].drift = Double(index % 5 - 2) * 20
    }
    party.obey(.automatic(false))
    party.room.setMode(.buzzer, at: party.now)
    party.play()
    party.run(.seconds(3))
    return party
  }

  @Test func `Eight controllers whose clocks differ: the first wins, all are told, and by how much`() throws {
    var party = quizRoom(8)
    #expect(party.room.quiz.present.rawValue == 0xff)
    let isArm = party.obey(.arm)
    #expect(isArm)
    party.run(.milliseconds(200))
    for seat in party.seats {
      let round = try #require(seat.rounds.last)
      #expect(round.isArmed && round.number == 1 && !round.isLockedOut)
    }
    party.press(5, in: .milliseconds(100))
    for index in [0, 1, 2, 3, 4, 6, 7] { party.press(index, in: .milliseconds(106 + 7 * Int64(index))) }
    let isDecided = party.reaches(within: .milliseconds(400)) { $0.room.quiz.phase == .locked }
    #expect(isDecided && party.room.quiz.winner == party.seats[5].slot)
    party.run(.milliseconds(300))
    for (index, seat) in party.seats.enumerated() {
      let round = try #require(seat.rounds.last)
      #expect(round.winner == party.seats[5].slot?.number && round.phase & 3 == 2)
      let late = index == 5 ? 6_000 : 6_000 + 7_000 * index
      #expect(abs(Int(round.margin) - late) < 3_000, "contestant \(index): \(round.margin) µs")
    }
    #expect(party.room.quiz.order.count == 8)
    #expect(party.room.quiz.order.allSatisfy { $0.doubts == [] })
  }

  @Test(arguments: 1...12) func `Whoever is declared the winner was first`(seed: Int) throws {
    var party = quizRoom(6, seed: UInt64(seed))
    var dice = Random(seed: UInt64(seed))
    for _ in 0..<4 {
      let isArm = party.obey(.arm)
      #expect(isArm)
      let times = (0..<6).map { _ in Int64.random(in: 50_000...70_000, using: &dice) }
      for (index, time) in times.enumerated() { party.press(index, in: .microseconds(time)) }
      let isDecided = party.reaches(within: .milliseconds(400)) { $0.room.quiz.phase == .locked }
      #expect(isDecided)
      if let winner = party.room.quiz.winner {
        let index = try #require(party.seats.indices.first { party.seats[$0].slot == winner })
        // The room's own time advances in steps of at least 0.1 ms.
        let first = try #require(times.min())
        #expect(times[index] <= first + 200, "seed \(seed): \(times), \(index) won")
      }
      party.run(.milliseconds(300))
      let isClear = party.obey(.clear)
      #expect(isClear)
    }
  }

  @Test
  func `While a round is armed controllers are heard 60 times a second, and asked for their clocks 20 times`()
  {
    var party = quizRoom(2)
    party.run(.seconds(2))
    func packets() -> UInt64 {
      party.bridge.players.status(of: PlayerSlot(index: 0), at: party.now)?.counts.received ?? 0
    }
    let before = packets()
    party.run(.seconds(2))
    let idle = packets() - before
    party.obey(.arm)
    party.run(.milliseconds(100))
    let armed = packets()
    party.run(.seconds(2))
    let busy = packets() - armed
    #expect(idle < 60 && busy >= 120, "\(idle) idle, \(busy) armed")
  }

  @Test func `A press counts in a round of which its controller has not heard yet`() throws {
    var party = quizRoom(2)
    for _ in 0..<3 {
      let isArm = party.obey(.arm)
      #expect(isArm)
      party.press(1, in: .zero)
      let isDecided = party.reaches(within: .milliseconds(400)) { $0.room.quiz.phase == .locked }
      #expect(isDecided && party.room.quiz.winner == party.seats[1].slot)
      party.run(.milliseconds(300))
      let isRight = party.obey(.right)
      #expect(isRight)
    }
  }

  @Test func `A press before the round is a false start, and is told`() throws {
    var party = quizRoom(2)
    party.press(0, in: .milliseconds(10))
    party.run(.milliseconds(100))
    #expect(party.seats[0].rounds.last?.isLockedOut == true)
    #expect(party.seats[1].rounds.last?.isLockedOut == false)
    party.obey(.arm)
    party.press(0, in: .milliseconds(100))
    party.run(.milliseconds(300))
    #expect(party.room.quiz.order.isEmpty && party.room.quiz.phase == .armed)
    party.run(.milliseconds(300))
    #expect(party.seats[0].rounds.last?.isLockedOut == false)
    party.press(0, in: .milliseconds(50))
    party.run(.milliseconds(200))
    #expect(party.room.quiz.winner == party.seats[0].slot)
  }

  @Test func `One who is gone is not waited for longer than 150 ms, and takes no part in the next round`() {
    var party = quizRoom(3)
    party.obey(.arm)
    party.run(.milliseconds(100))
    (party.seats[2].isMute, party.seats[2].isDeaf) = (true, true)
    party.press(0, in: .milliseconds(50))
    let isDecided = party.reaches(within: .milliseconds(250)) { $0.room.quiz.phase == .locked }
    #expect(isDecided && party.room.quiz.winner == party.seats[0].slot)
    party.run(.seconds(6))
    let (isRight, isArmed) = (party.obey(.right), party.obey(.arm))
    #expect(isRight && isArmed)
    #expect(party.room.quiz.contestants.rawValue == 0b011)
  }

  @Test func `Who leaves the mode is told of no round, and is in none`() {
    var party = quizRoom(3)
    party.room.setMode(.play, for: party.seats[1].slot, at: party.now)
    party.obey(.arm)
    let told = party.seats[1].rounds.count
    party.run(.milliseconds(200))
    #expect(party.seats[1].rounds.count == told)
    #expect(!party.room.quiz.contestants.contains(PlayerSlots(party.seats[1].slot ?? PlayerSlot(index: 9))))
    party.press(1, in: .milliseconds(10))
    party.run(.milliseconds(100))
    #expect(party.room.quiz.order.isEmpty)
  }
}

extension Gathering {
  /// Carries out an order of the quiz's host; returns whether the order was valid.
  @discardableResult
  mutating func obey(_ order: QuizOrder) -> Bool { room.obey(order, at: now) }

  /// Makes player `index` press after `delay` and release 80 ms later.
  mutating func press(_ index: Int, in delay: Interval) {
    let start = now + delay
    seats[index].moves = [(start, Buttons(.b)), (start + .milliseconds(80), [])]
  }

  /// Lets time pass until `condition` holds, for at most `limit`; returns whether it holds.
  mutating func reaches(within limit: Interval, _ condition: (Gathering) -> Bool) -> Bool {
    _ = run(atMost: limit, until: condition)
    return condition(self)
  }
}
