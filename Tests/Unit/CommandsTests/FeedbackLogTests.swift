import Model
import Notation
import Testing
import Wire

@testable import Commands
@testable import Handset

@Suite struct FeedbackLogTests {
  private static let start = Instant(nanoseconds: 4_102_000_000_000)

  private static func frame(_ strong: UInt16, weak: UInt16 = 0, blue: UInt8 = 0) -> Feedback {
    Feedback(strong: strong, weak: weak, duration: 40, red: 0, green: 10, blue: blue)
  }

  private static func at(_ milliseconds: Int64) -> Instant { start + .milliseconds(milliseconds) }

  @Test func `A change is told once, however often it is said`() {
    var log = FeedbackLog()
    #expect(log.next(at: Self.start) == nil)
    log.apply(Self.frame(0xc000, weak: 0x4000), at: Self.start)
    let change = log.next(at: Self.start)
    #expect(change?.feedback.strong == 0xc000 && change?.isOver == false)
    log.apply(Self.frame(0xc000, weak: 0x4000), at: Self.at(200))
    #expect(log.next(at: Self.at(200)) == nil)
    #expect(log.deadline == Self.at(600))
    #expect(log.changes == 1)
  }

  @Test func `Motors stop when their time is up, and the light stays`() {
    var log = FeedbackLog()
    log.apply(Self.frame(0x8000, blue: 255), at: Self.start)
    _ = log.next(at: Self.start)
    #expect(log.next(at: Self.at(399)) == nil)
    let change = log.next(at: log.deadline)
    #expect(change?.feedback == PadFeedback(light: .init(green: 10, blue: 255)))
    #expect(change?.isOver == true && change?.time == Self.at(400))
    #expect(log.deadline == .distantFuture && log.next(at: Self.at(9_000)) == nil)
  }

  @Test func `A stop that is said is no end by time`() {
    var log = FeedbackLog()
    log.apply(Self.frame(0x8000), at: Self.start)
    _ = log.next(at: Self.start)
    log.apply(Self.frame(0), at: Self.at(100))
    #expect(log.next(at: Self.at(100))?.isOver == false)
    #expect(log.deadline == .distantFuture && log.changes == 2)
  }

  @Test func `A change is a line for a person, or an object`() {
    let feedback = PadFeedback(strong: 0xffff, weak: 0x4000, light: .init(red: 255, green: 9))
    let change = FeedbackLog.Change(time: Self.at(351), feedback: feedback, isOver: true)
    let text = "4102.351000  strong 100 %  weak  25 %  light #ff0900  time is up"
    #expect(change.line(.text) == text)
    let json = change.line(.json)
    #expect(json.hasPrefix(#"{"time":4102.351,"strong":1.0,"weak":0.25"#))
    #expect(json.hasSuffix(##","light":"#ff0900","over":true}"##))
  }
}
