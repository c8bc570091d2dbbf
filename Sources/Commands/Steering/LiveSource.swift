import Gamepad
import Handset
import Model
import Platform
import Wire

/// A source of packets from live input: a script, the keys of the terminal, or a real pad.
struct LiveSource: ~Copyable, PacketSource {
  private enum Token {
    static let keys: UInt64 = 1
    static let pad: UInt64 = 2
  }

  private var controller: Controller
  private let keyMode: Terminal.KeyMode?
  private var pad: PhysicalPad?
  private var reader = KeyReader()
  private var line = StatusLine()
  /// The form in which changes of rumble and light are printed; nil to print none.
  var feedbackForm: FeedbackLog.Form?
  /// The form in which news of the connection is printed; nil to print none.
  var newsForm: FeedbackLog.Form?
  private var printer: SessionPrinter?
  private var hasEnded = false

  /// Creates the source of a controller that `pad` moves, if there is one, or else its own hand.
  ///
  /// The keys of the terminal, which arrive one by one in `keyMode`, move a hand on the keys, and end any source.
  init(
    _ controller: Controller, pad: consuming PhysicalPad? = nil,
    keyMode: consuming Terminal.KeyMode? = nil
  ) {
    self.controller = controller
    if let report = pad?.report { self.controller.hand = .pad(report) }
    line.isShown = keyMode != nil && Terminal.isTerminal(.output)
    self.pad = pad
    self.keyMode = keyMode
  }

  /// Shows a person the session with the host of `printer`: news as lines, and the rest in the status line.
  mutating func show(_ printer: SessionPrinter) {
    self.printer = printer
    line.isShown = Terminal.isTerminal(.output)
  }

  var nextDue: Instant { min(controller.nextDue, reader.deadline, line.nextDue) }
  var isFinished: Bool { hasEnded || failure != nil || controller.isOver }
  var isSettled: Bool { controller.isSettled }
  var failure: SessionFailure? { controller.failure }
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
      let text = printer == nil ? newsForm.flatMap(news.line) : printer?.line(for: news)
      if let text { line.makeRoom(for: text) }
    }
  }

  mutating func rest(at now: Instant) {
    controller.rest(at: now)
    line.end()
  }

  func join(_ poller: borrowing Poller) throws(SystemError) {
    if keyMode != nil { try poller.add(.input, token: Token.keys) }
    try pad?.join(poller, token: Token.pad)
  }

  mutating func receiveInput(_ token: UInt64, at now: Instant) {
    if token == Token.pad { readReports(at: now) } else { readKeys(at: now) }
  }

  private mutating func readReports(at now: Instant) {
    while !hasEnded {
      switch pad?.next() {
      case .report(let report): controller.follow(report, at: now)
      case .gone: hasEnded = true
      case .nothing, nil: return
      }
    }
  }

  private mutating func readKeys(at now: Instant) {
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
    let (controls, status) = (controller.controls, status)
    line.show(at: now) { status?.text(columns: $0) ?? StatusLine.text(of: controls, columns: $0) }
  }

  /// The session with the host for the status line; nil unless it is shown.
  private var status: JoinStatus? {
    guard let printer, let connection = controller.connection else { return nil }
    return JoinStatus(
      name: printer.name, state: connection.state, mode: connection.mode, roundTrip: connection.roundTrip,
      feedback: controller.shownFeedback, controls: controller.controls, hasKeys: pad == nil)
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
