import Bridge
import Buzzer
import Engine
import Foundation
import Gamepad
import Model
import Platform
import Store
import Testing

@testable import Daemon

/// Tests of when the host's database is tidied, and of how the store's writer tidies it.
@Suite struct UpkeepTests {
  private let start = Instant(nanoseconds: 0)

  private func time(_ seconds: Int64) -> Instant { start + .seconds(seconds) }

  @Test func `The file is tidied once when nobody plays, and again only when somebody has played since`() {
    var upkeep = Upkeep(at: start)
    let dues = [59, 60].map { upkeep.isDue(at: time($0), isPlayed: false, isTaken: false) }
    #expect(dues == [false, true] && upkeep.deadline == .distantFuture)
    upkeep.noteChange(at: time(1_000))
    #expect(upkeep.deadline == time(1_060))
    upkeep.noteChange(at: time(1_030))
    let played = [1_060, 1_120, 1_180].map { upkeep.isDue(at: time($0), isPlayed: true, isTaken: true) }
    #expect(played == [false, false, false] && upkeep.deadline == time(1_240))
    let isDue = upkeep.isDue(at: time(1_240), isPlayed: false, isTaken: false)
    #expect(isDue && upkeep.deadline == .distantFuture)
  }

  @Test func `A player who comes and goes between two looks has played`() {
    var upkeep = Upkeep(at: start)
    let first = upkeep.isDue(at: time(60), isPlayed: false, isTaken: false)
    upkeep.noteChange(at: time(70))
    upkeep.noteChange(at: time(90))
    let second = upkeep.isDue(at: time(130), isPlayed: false, isTaken: false)
    #expect(first && second)
  }

  @Test func `A slot that waits for its player costs one look a minute and no work`() {
    var upkeep = Upkeep(at: start)
    let dues = [60, 120, 180].map { (second: Int64) in
      #expect(upkeep.deadline == time(second))
      return upkeep.isDue(at: time(second), isPlayed: false, isTaken: true)
    }
    #expect(dues == [true, false, false])
    let again = [(240, true), (300, false)].map { upkeep.isDue(at: time($0), isPlayed: $1, isTaken: true) }
    #expect(again == [false, true])
  }

  @Test func `The daemon tidies the file that a former one has left, by the age of its settings`() throws {
    let place = FileManager.default.temporaryDirectory.appending(path: "tiltpad-upkeep-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: place) }
    let file = place.appending(path: Database.name).path
    let day: Int64 = 86_400_000
    let today = WallClock.milliseconds() / day
    let database = try Database(at: file, ifMissing: .makes)
    for time in [today - 300, today - 200, today - 3, today - 2, today - 1] {
      let quiz = try database.beginQuiz(at: time * day)
      try database.keep(
        RoundRecord(number: 1, armed: start), players: [], in: quiz, armedAt: time * day)
    }
    var settings = DaemonSettings(socketPath: "")
    settings.roundAge = .seconds(250 * 86_400)
    var executor = Executor(
      HostEngine(settings: .init()), pads: try PadTable(.memory, path: ""), port: 0,
      writer: try HostFile.open(file).writer
    ) { _ in }
    executor.upkeep = Upkeep(at: start)
    executor.resume(settings, through: try DatagramSocket(), at: start)
    executor.settle(at: start)
    #expect(try database.quizzes().count == 5, "the file is tidied too early")
    executor.settle(at: start + .seconds(61))
    let isDone = executor.writer?.wait(atMost: .seconds(60))
    #expect(isDone == true)
    #expect(try database.quizzes().map { $0.begun / day } == [today - 200, today - 3, today - 2, today - 1])
  }
}
