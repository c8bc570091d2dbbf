import Bridge
import Buzzer
import Model
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

  /// Returns a room whose players are in buzzer mode; their clocks differ, and the host knows them.
  func quizRoom(_ count: Int, seed: UInt64 = 1) -> Room {
    var room = Room(count, seed: seed)
    for index in room.seats.indices {
      let (faults, place) = (Self.wireless(index), UInt64(2 * index))
      room.seats[index].up = ImpairedLink(faults, seed: seed &* 100 &+ place)
      room.seats[index].down = ImpairedLink(faults, seed: seed &* 100 &+ place &+ 1)
      room.seats[index].ahead = .milliseconds(Int64(index) * 977 - 2_500)
      room.seats[index].drift = Double(index % 5 - 2) * 20
    }
    room.obey(.automatic(false))
    room.bridge.setMode(.buzzer, at: room.now)
    room.play()
    room.run(.seconds(3))
    return room
  }

  @Test func `Eight controllers whose clocks differ: the first wins, all are told, and by how much`() throws {
    var room = quizRoom(8)
    #expect(room.bridge.quiz.present.rawValue == 0xff)
    let isArm = room.obey(.arm)
    #expect(isArm)
    room.run(.milliseconds(200))
    for seat in room.seats {
      let round = try #require(seat.rounds.last)
      #expect(round.isArmed && round.number == 1 && !round.isLockedOut)
    }
    room.press(5, in: .milliseconds(100))
    for index in [0, 1, 2, 3, 4, 6, 7] { room.press(index, in: .milliseconds(106 + 7 * Int64(index))) }
    let isDecided = room.reaches(within: .milliseconds(400)) { $0.bridge.quiz.phase == .locked }
    #expect(isDecided && room.bridge.quiz.winner == room.seats[5].slot)
    room.run(.milliseconds(300))
    for (index, seat) in room.seats.enumerated() {
      let round = try #require(seat.rounds.last)
      #expect(round.winner == room.seats[5].slot?.number && round.phase & 3 == 2)
      let late = index == 5 ? 6_000 : 6_000 + 7_000 * index
      #expect(abs(Int(round.margin) - late) < 3_000, "contestant \(index): \(round.margin) µs")
    }
    #expect(room.bridge.quiz.order.count == 8)
    #expect(room.bridge.quiz.order.allSatisfy { $0.doubts == [] })
  }

  @Test(arguments: 1...12) func `Whoever is declared the winner was first`(seed: Int) throws {
    var room = quizRoom(6, seed: UInt64(seed))
    var dice = Random(seed: UInt64(seed))
    for _ in 0..<4 {
      let isArm = room.obey(.arm)
      #expect(isArm)
      let times = (0..<6).map { _ in Int64.random(in: 50_000...70_000, using: &dice) }
      for (index, time) in times.enumerated() { room.press(index, in: .microseconds(time)) }
      let isDecided = room.reaches(within: .milliseconds(400)) { $0.bridge.quiz.phase == .locked }
      #expect(isDecided)
      if let winner = room.bridge.quiz.winner {
        let index = try #require(room.seats.indices.first { room.seats[$0].slot == winner })
        // The room's own time advances in steps of at least 0.1 ms.
        let first = try #require(times.min())
        #expect(times[index] <= first + 200, "seed \(seed): \(times), \(index) won")
      }
      room.run(.milliseconds(300))
      let isClear = room.obey(.clear)
      #expect(isClear)
    }
  }

  @Test
  func `While a round is armed controllers are heard 60 times a second, and asked for their clocks 20 times`()
  {
    var room = quizRoom(2)
    room.run(.seconds(2))
    func packets() -> UInt64 {
      room.bridge.status(of: PlayerSlot(index: 0), at: room.now)?.counts.received ?? 0
    }
    let before = packets()
    room.run(.seconds(2))
    let idle = packets() - before
    room.obey(.arm)
    room.run(.milliseconds(100))
    let armed = packets()
    room.run(.seconds(2))
    let busy = packets() - armed
    #expect(idle < 60 && busy >= 120, "\(idle) idle, \(busy) armed")
  }

  @Test func `A press counts in a round of which its controller has not heard yet`() throws {
    var room = quizRoom(2)
    for _ in 0..<3 {
      let isArm = room.obey(.arm)
      #expect(isArm)
      room.press(1, in: .zero)
      let isDecided = room.reaches(within: .milliseconds(400)) { $0.bridge.quiz.phase == .locked }
      #expect(isDecided && room.bridge.quiz.winner == room.seats[1].slot)
      room.run(.milliseconds(300))
      let isRight = room.obey(.right)
      #expect(isRight)
    }
  }

  @Test func `A press before the round is a false start, and is told`() throws {
    var room = quizRoom(2)
    room.press(0, in: .milliseconds(10))
    room.run(.milliseconds(100))
    #expect(room.seats[0].rounds.last?.isLockedOut == true)
    #expect(room.seats[1].rounds.last?.isLockedOut == false)
    room.obey(.arm)
    room.press(0, in: .milliseconds(100))
    room.run(.milliseconds(300))
    #expect(room.bridge.quiz.order.isEmpty && room.bridge.quiz.phase == .armed)
    room.run(.milliseconds(300))
    #expect(room.seats[0].rounds.last?.isLockedOut == false)
    room.press(0, in: .milliseconds(50))
    room.run(.milliseconds(200))
    #expect(room.bridge.quiz.winner == room.seats[0].slot)
  }

  @Test func `One who is gone is not waited for longer than 150 ms, and takes no part in the next round`() {
    var room = quizRoom(3)
    room.obey(.arm)
    room.run(.milliseconds(100))
    (room.seats[2].isMute, room.seats[2].isDeaf) = (true, true)
    room.press(0, in: .milliseconds(50))
    let isDecided = room.reaches(within: .milliseconds(250)) { $0.bridge.quiz.phase == .locked }
    #expect(isDecided && room.bridge.quiz.winner == room.seats[0].slot)
    room.run(.seconds(6))
    let (isRight, isArmed) = (room.obey(.right), room.obey(.arm))
    #expect(isRight && isArmed)
    #expect(room.bridge.quiz.contestants.rawValue == 0b011)
  }

  @Test func `Who leaves the mode is told of no round, and is in none`() {
    var room = quizRoom(3)
    room.bridge.setMode(.play, for: room.seats[1].slot, at: room.now)
    room.obey(.arm)
    let told = room.seats[1].rounds.count
    room.run(.milliseconds(200))
    #expect(room.seats[1].rounds.count == told)
    #expect(!room.bridge.quiz.contestants.contains(PlayerSlots(room.seats[1].slot ?? PlayerSlot(index: 9))))
    room.press(1, in: .milliseconds(10))
    room.run(.milliseconds(100))
    #expect(room.bridge.quiz.order.isEmpty)
  }
}

extension Room {
  /// Carries out an order of the quiz's host; returns whether the order was valid.
  @discardableResult
  fileprivate mutating func obey(_ order: Quiz.Order) -> Bool { bridge.obey(order, at: now) }

  /// Makes player `index` press after `delay` and release 80 ms later.
  fileprivate mutating func press(_ index: Int, in delay: Interval) {
    let start = now + delay
    seats[index].moves = [(start, Buttons(.b)), (start + .milliseconds(80), [])]
  }

  /// Lets time pass until `condition` holds, for at most `limit`; returns whether it holds.
  fileprivate mutating func reaches(within limit: Interval, _ condition: (Room) -> Bool) -> Bool {
    _ = run(atMost: limit, until: condition)
    return condition(self)
  }
}
