import Impairment
import Model
import Motion
import Testing

/// A controller with a touchpad at the input of its pad, and all reports since it was plugged in.
private struct Desk {
  var input: ControllerInput
  var now = Instant(nanoseconds: 1_000_000_000)
  var reports: [PadReport] = []
  private var edges: UInt16 = 0
  private var held: Buttons = []

  init() {
    input = ControllerInput(settings: .init(profile: .pad, pressHold: nil, settling: .zero), at: now)
  }

  /// Sends a state with these fingers and buttons.
  mutating func send(_ contacts: Contacts? = nil, _ buttons: Buttons = [], isNeutral: Bool = false) {
    var log = EdgeLog(first: edges)
    for button in Button.allCases where buttons[button] != held[button] {
      log.append(Edge(button, isPress: buttons[button]))
    }
    (held, edges) = (buttons, log.next)
    let state = ControllerState(
      sampleTime: UInt32(now.nanoseconds / 1_000), buttons: buttons, isNeutral: isNeutral, nextEdge: edges)
    _ = input.accept(
      state, history: History(), edges: log, contacts: contacts, arrival: .newest(gap: 0), at: now)
    advance()
  }

  /// Calls the input at each time that it requests, until `interval` has passed.
  mutating func pass(_ interval: Interval) {
    let end = now + interval
    while input.deadline <= end {
      now = max(now, input.deadline)
      advance()
    }
    now = end
  }

  private mutating func advance() {
    repeat {
      if let report = input.nextReport(at: now) { reports.append(report) }
    } while input.deadline <= now
  }

  /// Returns the numbers of the contacts in each report since `start`, with nil for a point without a
  /// contact.
  func numbers(since start: Int = 0) -> [[UInt8?]] { reports[start...].map { numbers(of: $0) } }

  func numbers(of report: PadReport) -> [UInt8?] {
    (0..<2).map {
      let byte = UInt8(truncatingIfNeeded: report.touch[$0])
      return byte & 0x80 == 0 ? byte : nil
    }
  }
}

@Suite struct TouchTests {
  @Test func `Fingers that are lifted in the middle of an exchange leave nothing to do`() {
    var track = TouchTrack()
    for number: UInt8 in 1...2 {
      track.follow(Contacts(Contact(number: number, x: 1, y: 1)))
      _ = track.advance(isClicked: false)
    }
    #expect(track.isWaiting)
    track.rest()
    #expect(!track.isWaiting)
  }

  private let click = Buttons(.touchpad)

  private func finger(_ number: UInt8, x: UInt16 = 20_000, y: UInt16 = 30_000) -> Contact {
    Contact(number: number, x: x, y: y)
  }

  @Test func `Each finger keeps its point until it is lifted`() {
    var desk = Desk()
    let fingers: [(Contacts?, [UInt8?])] = [
      (Contacts(finger(1)), [1, nil]), (Contacts(finger(1), finger(2)), [1, 2]),
      (Contacts(finger(2), finger(1, x: 5)), [1, 2]), (Contacts(finger(2)), [nil, 2]),
      (Contacts(finger(3), finger(2)), [3, 2]), (Contacts(), [nil, nil]), (Contacts(finger(4)), [4, nil]),
      (nil, [nil, nil]),
    ]
    for (contacts, _) in fingers {
      desk.send(contacts)
      desk.pass(.milliseconds(8))
    }
    #expect(desk.numbers() == fingers.map(\.1))
    #expect(desk.reports[2].touch[0] == TouchPoints.point(of: finger(1, x: 5)))
  }

  @Test func `A finger that follows another without a lift is shown after one report without it`() {
    var desk = Desk()
    desk.send(Contacts(finger(1), finger(2)))
    desk.send(Contacts(finger(3), finger(2)))
    desk.send(Contacts(finger(4), finger(5)))
    #expect(desk.numbers() == [[1, 2], [nil, 2], [3, 2], [nil, nil], [4, 5]])
  }

  @Test func `Fingers stay for 300 ms of silence, and are up then`() {
    var desk = Desk()
    desk.send(Contacts(finger(1), finger(2)))
    desk.pass(.milliseconds(299))
    #expect(desk.numbers() == [[1, 2]])
    desk.pass(.milliseconds(1))
    #expect(desk.numbers() == [[1, 2], [nil, nil]])
    desk.send(Contacts(finger(1)))
    #expect(desk.numbers(since: 2) == [[1, nil]])
  }

  @Test func `Neutral, a mute, a restart and the end of the connection lift all fingers`() {
    let ends: [(String, (inout Desk) -> Void)] = [
      ("neutral", { $0.send(Contacts(Contact(number: 1, x: 0, y: 0)), isNeutral: true) }),
      ("mute", { $0.input.mute(at: $0.now) }), ("restart", { $0.input.restart(at: $0.now) }),
      ("release", { $0.input.release(at: $0.now) }),
    ]
    for (name, end) in ends {
      var desk = Desk()
      desk.send(Contacts(finger(1)), click)
      desk.pass(.milliseconds(30))
      end(&desk)
      desk.pass(.milliseconds(30))
      #expect(desk.reports.last == .neutral, "\(name)")
      #expect(desk.reports.allSatisfy { !$0.buttons[.touchpad] || $0.touch != .none }, "\(name)")
    }
  }

  @Test func `Fingers on a muted pad do not count, and do after it`() {
    var desk = Desk()
    desk.input.mute(at: desk.now)
    desk.send(Contacts(finger(1)))
    #expect(desk.reports.isEmpty)
    desk.pass(.milliseconds(30))
    desk.input.unmute(at: desk.now)
    desk.send(Contacts(finger(1)))
    #expect(desk.numbers() == [[1, nil]])
  }

  @Test func `A click without a finger has one in the middle, for as long as it lasts`() {
    var desk = Desk()
    desk.send(nil, click)
    desk.pass(.milliseconds(50))
    desk.send()
    let middle = TouchPoints.point(of: Contact(number: 64, x: .max / 2, y: .max / 2))
    #expect(desk.reports.map { $0.touch[0] } == [middle, TouchPoints.lifted])
    #expect(desk.reports.map(\.buttons) == [click, []])
  }

  @Test func `A finger that is lifted during a click stays until its end`() {
    var desk = Desk()
    desk.send(Contacts(finger(1)))
    desk.send(nil, click)
    desk.pass(.milliseconds(50))
    desk.send()
    #expect(desk.numbers() == [[1, nil], [1, nil], [nil, nil]])
    #expect(desk.reports.map(\.buttons) == [[], click, []])
  }

  @Test func `A finger that comes during a click replaces the one in the middle`() {
    var desk = Desk()
    desk.send(nil, click)
    desk.send(Contacts(finger(7)), click)
    #expect(desk.numbers() == [[64, nil], [nil, nil], [7, nil]])
  }

  @Test(arguments: [UInt64](1...50))
  func `With a loss of 5 % fingers never merge, and nothing sticks`(_ seed: UInt64) {
    var random = Random(seed: seed)
    var desk = Desk()
    var (fingers, number) = ([Contact](), UInt8(0))
    var sent: Set<UInt32> = []
    for _ in 0..<3_000 {
      switch Int.random(in: 0..<8, using: &random) {
      case 0 where fingers.count < 2:
        number = (number + 1) & 127
        fingers.append(finger(number))
      case 1 where !fingers.isEmpty: fingers.remove(at: Int.random(in: 0..<fingers.count, using: &random))
      default:
        for index in fingers.indices { fingers[index].x = UInt16.random(in: 0...65_535, using: &random) }
      }
      let contacts = Contacts(fingers.first, fingers.count > 1 ? fingers[1] : nil)
      for finger in fingers { sent.insert(TouchPoints.point(of: finger)) }
      if Int.random(in: 0..<100, using: &random) >= 5 { desk.send(contacts) }
      desk.pass(.milliseconds(16))
    }
    desk.pass(.milliseconds(300))
    #expect(desk.reports.last?.touch == TouchPoints.none, "seed \(seed)")
    for (former, next) in zip(desk.reports, desk.reports.dropFirst()) {
      for (before, after) in zip(desk.numbers(of: former), desk.numbers(of: next)) {
        #expect(before == nil || after == nil || before == after, "seed \(seed)")
      }
      for index in 0..<2 where next.touch[index] != TouchPoints.lifted {
        #expect(sent.contains(next.touch[index]), "seed \(seed)")
      }
    }
  }
}
