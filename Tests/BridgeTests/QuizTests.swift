import Bridge
import Buzzer
import Model
import Testing
import TiltpadClient
import Wire

@Suite struct QuizTests {
  /// 3 ms each way, unevenly, and one packet in a hundred lost.
  static func wireless(_ index: Int) -> ImpairedLink.Faults {
    var faults = ImpairedLink.Faults()
    faults.delay = .milliseconds(1)
    faults.jitter = .milliseconds(Int64(index % 4))
    faults.loss = index == 3 ? 0.05 : 0
    return faults
  }

  /// A studio whose players are in the mode buzzer, their clocks known.
  func studio(_ count: Int, seed: UInt64 = 1) -> Studio {
    let studio = Studio(count, faults: Self.wireless, seed: seed)
    studio.bridge.setMode(.buzzer, at: studio.now)
    studio.gather()
    return studio
  }

  @Test func `Eight controllers whose clocks differ: the first wins, all are told, and by how much`() throws {
    let studio = studio(8)
    #expect(studio.bridge.quiz.present.rawValue == 0xff)
    #expect(studio.obey(.arm))
    studio.run(.milliseconds(200))
    for contestant in studio.contestants {
      let round = try #require(contestant.rounds.last)
      #expect(round.isArmed && round.number == 1 && !round.isLockedOut)
    }
    studio.press(5, in: .milliseconds(100))
    for index in [0, 1, 2, 3, 4, 6, 7] { studio.press(index, in: .milliseconds(106 + 7 * Int64(index))) }
    let isDecided = studio.run(atMost: .milliseconds(400)) { $0.bridge.quiz.phase == .locked }
    #expect(isDecided && studio.bridge.quiz.winner == studio.slot(5))
    studio.run(.milliseconds(300))
    for (index, contestant) in studio.contestants.enumerated() {
      let round = try #require(contestant.rounds.last)
      #expect(round.winner == studio.slot(5)?.number && round.phase & 3 == 2)
      let late = index == 5 ? 6_000 : 6_000 + 7_000 * index
      #expect(abs(Int(round.margin) - late) < 3_000, "contestant \(index): \(round.margin) µs")
    }
    #expect(studio.bridge.quiz.order.count == 8)
    #expect(studio.bridge.quiz.order.allSatisfy { $0.doubts == [] })
  }

  @Test(arguments: 1...12) func `Whoever is declared the winner was first`(seed: Int) throws {
    let studio = studio(6, seed: UInt64(seed))
    var dice = Random(seed: UInt64(seed))
    for _ in 0..<4 {
      #expect(studio.obey(.arm))
      let times = (0..<6).map { _ in Int64.random(in: 50_000...70_000, using: &dice) }
      for (index, time) in times.enumerated() { studio.press(index, in: .microseconds(time)) }
      let isDecided = studio.run(atMost: .milliseconds(400)) { $0.bridge.quiz.phase == .locked }
      #expect(isDecided)
      if let winner = studio.bridge.quiz.winner {
        let index = try #require(studio.contestants.indices.first { studio.slot($0) == winner })
        // The studio's own time goes on 0.2 ms at a time.
        let first = try #require(times.min())
        #expect(times[index] <= first + 200, "seed \(seed): \(times), \(index) won")
      }
      studio.run(.milliseconds(300))
      #expect(studio.obey(.clear))
    }
  }

  @Test
  func `While a round is armed controllers are heard 60 times a second, and asked for their clocks 20 times`()
  {
    let studio = studio(2)
    studio.run(.seconds(2))
    func packets() -> UInt64 {
      studio.bridge.status(of: PlayerSlot(index: 0), at: studio.now)?.counts.received ?? 0
    }
    let before = packets()
    studio.run(.seconds(2))
    let idle = packets() - before
    studio.obey(.arm)
    studio.run(.milliseconds(100))
    let armed = packets()
    studio.run(.seconds(2))
    let busy = packets() - armed
    #expect(idle < 60 && busy >= 120, "\(idle) idle, \(busy) armed")
  }

  @Test func `A press counts in a round of which its controller has not heard yet`() throws {
    let studio = studio(2)
    for _ in 0..<3 {
      #expect(studio.obey(.arm))
      studio.press(1, in: .zero)
      let isDecided = studio.run(atMost: .milliseconds(400)) { $0.bridge.quiz.phase == .locked }
      #expect(isDecided && studio.bridge.quiz.winner == studio.slot(1))
      studio.run(.milliseconds(300))
      #expect(studio.obey(.right))
    }
  }

  @Test func `A press before the round is a false start, and is told`() throws {
    let studio = studio(2)
    studio.press(0, in: .milliseconds(10))
    studio.run(.milliseconds(100))
    #expect(studio.contestants[0].rounds.last?.isLockedOut == true)
    #expect(studio.contestants[1].rounds.last?.isLockedOut == false)
    studio.obey(.arm)
    studio.press(0, in: .milliseconds(100))
    studio.run(.milliseconds(300))
    #expect(studio.bridge.quiz.order.isEmpty && studio.bridge.quiz.phase == .armed)
    studio.run(.milliseconds(300))
    #expect(studio.contestants[0].rounds.last?.isLockedOut == false)
    studio.press(0, in: .milliseconds(50))
    studio.run(.milliseconds(200))
    #expect(studio.bridge.quiz.winner == studio.slot(0))
  }

  @Test func `One who is gone is not waited for longer than 150 ms, and takes no part in the next round`() {
    let studio = studio(3)
    studio.obey(.arm)
    studio.run(.milliseconds(100))
    studio.contestants[2].isThere = false
    studio.press(0, in: .milliseconds(50))
    let isDecided = studio.run(atMost: .milliseconds(250)) { $0.bridge.quiz.phase == .locked }
    #expect(isDecided && studio.bridge.quiz.winner == studio.slot(0))
    studio.run(.seconds(6))
    #expect(studio.obey(.right) && studio.obey(.arm))
    #expect(studio.bridge.quiz.contestants.rawValue == 0b011)
  }

  @Test func `Who leaves the mode is told of no round, and is in none`() {
    let studio = studio(3)
    studio.bridge.setMode(.play, for: studio.slot(1), at: studio.now)
    studio.obey(.arm)
    let told = studio.contestants[1].rounds.count
    studio.run(.milliseconds(200))
    #expect(studio.contestants[1].rounds.count == told)
    #expect(!studio.bridge.quiz.contestants.contains(PlayerSlots(studio.slot(1) ?? PlayerSlot(index: 9))))
    studio.press(1, in: .milliseconds(10))
    studio.run(.milliseconds(100))
    #expect(studio.bridge.quiz.order.isEmpty)
  }
}
