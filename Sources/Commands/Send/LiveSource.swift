import Gamepad
import Model
import Platform
import Wire

/// A source of packets from live input: a script, the keys of the terminal, or a real pad.
struct LiveSource: ~Copyable, PacketSource {
  private var controller: Controller
  private let keyMode: Terminal.KeyMode?
  private var pad: PhysicalPad?
  private var reader = KeyReader()
  private var line = StatusLine()
  /// The form in which changes of rumble and light are printed; nil to print none.
  var feedbackForm: FeedbackLog.Form?
  /// The form in which news of the connection is printed; nil to print none.
  var newsForm: FeedbackLog.Form?
  private var hasEnded = false

  /// Creates the source of a controller that follows its script.
  init(_ controller: Controller) {
    self.controller = controller
    keyMode = nil
    pad = nil
  }

  /// Creates the source of a controller that `pad` moves.
  init(_ controller: Controller, pad: consuming PhysicalPad) {
    self.controller = controller
    self.controller.hand = .pad(pad.report)
    keyMode = nil
    self.pad = consume pad
  }

  /// Creates the source of a controller that the keys of the terminal move, which arrive one by one in `keyMode`.
  init(_ controller: Controller, keyMode: consuming Terminal.KeyMode) {
    self.controller = controller
    self.keyMode = consume keyMode
    pad = nil
    line.isShown = Terminal.isTerminal(.output)
  }

  var nextDue: Instant { min(controller.nextDue, reader.deadline, line.nextDue) }
  var isFinished: Bool { hasEnded || failure != nil }
  var isSettled: Bool { controller.isSettled }
  var failure: Failure? { controller.failure }
  func tally(at now: Instant) -> Tally { controller.tally(at: now) }

  mutating func packet(at now: Instant) -> Datagram<512>? { controller.packet(at: now) }
  mutating func farewells(at now: Instant) -> [Datagram<512>] { controller.farewells(at: now) }

  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    controller.receive(bytes, at: now)
    tellFeedback(at: now)
    tellNews()
  }

  private mutating func tellFeedback(at now: Instant) {
    while let change = controller.feedbackChange(at: now) {
      if let feedbackForm { line.makeRoom(for: change.line(feedbackForm)) }
    }
  }

  private mutating func tellNews() {
    while let news = controller.nextNews() {
      if let text = newsForm.flatMap(news.line) { line.makeRoom(for: text) }
    }
  }

  mutating func rest(at now: Instant) {
    controller.rest(at: now)
    line.end()
  }

  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    if keyMode != nil { try poller.add(.input, token: token) }
    try pad?.join(poller, token: token)
  }

  mutating func takeInput(at now: Instant) {
    if pad != nil { takeReports(at: now) } else { takeKeys(at: now) }
  }

  private mutating func takeReports(at now: Instant) {
    while !hasEnded {
      switch pad?.next() {
      case .report(let report): controller.follow(report, at: now)
      case .gone: hasEnded = true
      case .nothing, nil: return
      }
    }
  }

  private mutating func takeKeys(at now: Instant) {
    guard let keys = reader.read(at: now) else {
      hasEnded = true
      return
    }
    for key in keys { obey(key, at: now) }
  }

  mutating func refresh(at now: Instant) {
    if let key = reader.expire(at: now) { obey(key, at: now) }
    tellFeedback(at: now)
    tellNews()
    let controls = controller.controls
    line.show(at: now) { StatusLine.text(of: controls, columns: $0) }
  }

  private mutating func obey(_ key: Key, at now: Instant) {
    if Key.quit.contains(key) {
      hasEnded = true
    } else if key == Key.recentre {
      controller.recentre(at: now)
    } else {
      controller.press(key, at: now)
    }
  }
}
