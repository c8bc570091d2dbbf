import Gamepad
import Handset
import Model
import Platform
import TiltpadClient
import Wire

/// A source of packets from live input: a script, a terminal's keys, a real pad, or real sticks.
struct LiveSource: ~Copyable, PacketSource {
  private enum Token {
    static let pad: UInt64 = 1
    static let sensors: UInt64 = 2
    /// The token of the first stick; those of other sticks follow.
    static let sticks: UInt64 = 3
  }

  private var controller: Controller
  private var pad: PhysicalPad?
  private var sensors: PhysicalSensors?
  /// The real sticks, which the host copies as one device in place of a pad; nil for an ordinary pad.
  private var sticks: StickSet?
  private let line: StatusLine
  /// The prefix of each line about the connection, which distinguishes the pads.
  var label = ""
  /// The format in which changes of rumble and light are printed; nil to print none.
  var feedbackForm: FeedbackLog.Form?
  /// The rules for the motor of the pad or the stick; nil without a motor that games may push.
  var motor: MotorDrive?
  /// The share of the motor's strength with which games may push a stick.
  ///
  /// It is −1 to 1; a negative share reverses the direction, and 0 means that games may not push.
  var force = 0.0
  /// The format in which the forces on the wheel are printed; nil to print none.
  var forceForm: FeedbackLog.Form?
  /// The format in which events of the connection are printed; nil to print none.
  var newsForm: FeedbackLog.Form?
  /// The printer that turns events of the connection into lines for the user; nil to print them in ``newsForm``.
  var printer: SessionPrinter?
  private var hasEnded = false

  /// Creates a source that sends the input of `pad` or, without a pad, the input that `controller` already has.
  ///
  /// The source prints its lines to `line`.
  init(_ controller: Controller, pad: consuming PhysicalPad? = nil, line: StatusLine = StatusLine()) {
    self.controller = controller
    if let report = pad?.report { self.controller.hand = .pad(report) }
    self.pad = pad
    self.line = line
  }

  var nextDue: Instant { min(controller.nextDue, motor?.due ?? .distantFuture) }
  var isFinished: Bool { hasEnded || isOver }
  /// True if the host has ended the session or can no longer be reached; the source's own goodbye does not count.
  var isOver: Bool { failure != nil || (!hasEnded && controller.isOver) }
  var isSettled: Bool { controller.isSettled }
  var failure: SessionFailure? { controller.failure }
  func tally(at now: Instant) -> Tally { controller.tally(at: now) }

  /// Begins to say goodbye.
  mutating func end() { hasEnded = true }

  /// Adds `sensors`, which belong to the pad, to the source and to `poller`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  mutating func add(_ sensors: consuming PhysicalSensors, to poller: borrowing Poller) throws(SystemError) {
    try sensors.join(poller, token: Token.sensors)
    self.sensors = consume sensors
  }

  /// True if the pad has sensors.
  var hasSensors: Bool { sensors != nil }

  /// Returns whether the stick with `mark` is plugged in; nil if it is not one of the source's.
  func hasStick(_ mark: String) -> Bool? { sticks?.isPresent(mark) }

  /// Adds `stick` to the sticks that the host gets as one device; `poller` then also waits for its input.
  ///
  /// - Throws: `SystemError` of `.poll`.
  mutating func add(
    _ stick: PhysicalStick, mark: String, to poller: borrowing Poller, at now: Instant
  ) throws(SystemError) {
    let isKnown = try sticks?.add(stick, mark: mark, to: poller) == false
    if sticks == nil {
      sticks = try StickSet(
        stick, mark: mark, takesForces: force != 0, joining: poller, token: Token.sticks)
    }
    guard let sticks else { return }
    if !isKnown {
      controller.describe(sticks.description, at: now)
      for exception in stick.exceptions { line.makeRoom(for: label + exception.text) }
    }
    controller.follow(sticks.report, at: now)
    followMotor()
  }

  /// Begins to pass forces to a stick with a motor when it is plugged in, and stops when it is unplugged.
  private mutating func followMotor() {
    if motor != nil, sticks?.hasMotor == false {
      motor = nil
      controller.ask(forForces: [])
    }
    guard force != 0, let kinds = sticks?.prepareMotor() else { return }
    let drive = MotorDrive(strength: force, running: kinds)
    motor = drive
    controller.ask(forForces: drive.abilities)
  }

  mutating func packet(at now: Instant) -> Datagram<512>? { controller.packet(at: now) }
  mutating func farewells(at now: Instant) -> [Datagram<512>] { controller.farewells(at: now) }
  mutating func refresh(at now: Instant) {
    tell(at: now)
    if let connection = controller.connection {
      if case .connected = connection.state {} else { motor?.letGo() }
      if let trip = connection.roundTrip { motor?.note(roundTrip: trip) }
    }
    if let commands = motor?.nextCommands(at: now) { carryOut(commands) }
  }

  /// Passes `commands` to the motor of the pad or the stick.
  ///
  /// It also reports to ``motor`` how long each command has taken, and whether the device has refused it.
  private mutating func carryOut(_ commands: [MotorDrive.Command]) {
    for command in commands {
      let begin = Clock.now()
      let isDone =
        switch command {
        case .push(let level): pad?.push(level) ?? sticks?.push(level)
        case .prolong: pad?.prolong() ?? sticks?.prolong()
        case .run(let condition, let place):
          pad?.run(condition, place: place) ?? sticks?.run(condition, place: place)
        }
      motor?.note(cost: Clock.now() - begin)
      if isDone == false { motor?.noteRefusal(of: command) }
    }
  }

  mutating func receive(_ bytes: Span<UInt8>, at now: Instant) {
    controller.receive(bytes, at: now)
    tell(at: now)
  }

  /// Passes changes of the feedback and the forces to the motors, and prints these changes and the events of
  /// the connection.
  private mutating func tell(at now: Instant) {
    while let change = controller.feedbackChange(at: now) {
      pad?.rumble(strong: change.feedback.strong, weak: change.feedback.weak)
      sticks?.rumble(strong: change.feedback.strong, weak: change.feedback.weak)
      if let feedbackForm { line.makeRoom(for: change.line(feedbackForm)) }
    }
    while let news = controller.nextForce() {
      motor?.apply(news, at: now)
      if let forceForm { line.makeRoom(for: news.line(forceForm, at: now)) }
    }
    while let news = controller.nextNews() {
      let text = printer == nil ? newsForm.flatMap(news.line) : printer?.line(for: news)
      if let text { line.makeRoom(for: label + text) }
    }
  }

  mutating func rest(at now: Instant) {
    controller.rest(at: now)
    pad?.rumble(strong: 0, weak: 0)
    sticks?.rumble(strong: 0, weak: 0)
    if let commands = motor?.stop() { carryOut(commands) }
    (motor, force) = (nil, 0)
  }

  func join(_ poller: borrowing Poller) throws(SystemError) {
    try pad?.join(poller, token: Token.pad)
  }

  mutating func receiveInput(_ token: UInt64, at now: Instant) {
    switch token {
    case Token.pad: readReports(at: now)
    case Token.sensors: readSensors()
    default:
      let isGone = sticks?.read(token) { controller.follow($0, at: now) }
      if isGone == true { followMotor() }
    }
  }

  private mutating func readReports(at now: Instant) {
    while !hasEnded {
      switch pad?.next() {
      case .report(let report): controller.follow(report, at: now)
      case .gone: unplug()
      case .nothing, nil: return
      }
    }
  }

  /// Closes the unplugged pad, and begins to say goodbye.
  private mutating func unplug() {
    pad = nil
    sensors = nil
    end()
  }

  private mutating func readSensors() {
    while true {
      switch sensors?.next() {
      case .sample(let sample): controller.sense(sample)
      case .gone:
        sensors = nil
        controller.sense(nil)
      case .nothing, nil: return
      }
    }
  }

  /// Handles a key press at the terminal.
  mutating func press(_ key: Key, at now: Instant) {
    if key == Key.recentre { controller.recentre(at: now) } else { controller.press(key, at: now) }
  }

  /// The state of the session in a few words or, without encryption, the pad's controls.
  var summary: String { label + (controller.connection?.state.text ?? controller.controls.text) }

  /// Returns the status line for a terminal with `columns` columns.
  func status(columns: Int) -> String {
    guard let printer, let connection = controller.connection else {
      return StatusLine.text(of: controller.controls, columns: columns)
    }
    return JoinStatus(
      name: printer.name, state: connection.state, mode: connection.mode, roundTrip: connection.roundTrip,
      feedback: controller.shownFeedback, controls: controller.controls, stick: sticks?.description.name,
      hasKeys: pad == nil
    ).text(columns: columns)
  }
}
