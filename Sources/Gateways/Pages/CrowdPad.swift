import Model
import Sharing
import Wire

/// The crowd as a controller of the bridge: the pad's state is the result of the votes.
struct CrowdPad: Sendable {
  /// The name by which the bridge and the dashboards know the crowd.
  static let name = "Crowd"
  /// The longest time between two packets while the pad is not at rest.
  static let period = Interval.milliseconds(50)
  /// The time after a packet from which ``messages(at:)`` returns another at rest.
  ///
  /// The bridge thus does not count the crowd as away.
  private static let rest = Interval.milliseconds(900)

  /// The number that identifies the crowd to the bridge.
  let controller: UInt32
  /// The slot that the bridge has assigned; nil without one.
  var slot: PlayerSlot?
  /// True while the bridge can be reached.
  private var isBridgeThere = false
  /// The presses and releases that the bridge has not acknowledged.
  private var edges = EdgeLog(first: 0)
  /// The number of the bridge's reliable message whose receipt the next packet carries; nil without one.
  private var receipt: UInt16?
  private var vote = CrowdVote.rest
  private var counter: UInt32 = 0
  private var sent = Instant(nanoseconds: .min / 2)
  private var asked = Instant(nanoseconds: .min / 2)
  /// True if the state has changed since the last packet.
  private var isMoved = false

  /// Creates the controller with the number `controller` and without a slot.
  init(controller: UInt32) { self.controller = controller }

  /// True while the crowd waits for a slot.
  var isWaiting: Bool { isBridgeThere && slot == nil }

  /// The time of the next packet; the distant future without a slot, and at rest without changes.
  var due: Instant {
    guard slot != nil else { return .distantFuture }
    if isMoved { return sent }
    return vote == .rest && edges.count == 0 ? .distantFuture : sent + CrowdPad.period
  }

  /// Makes `vote` the state of the controller.
  mutating func show(_ vote: CrowdVote) {
    guard vote != self.vote else { return }
    let moved = vote.buttons ^ self.vote.buttons
    for button in Button.allCases where moved[button] {
      edges.append(Edge(button, isPress: vote.buttons[button]))
    }
    (self.vote, isMoved) = (vote, true)
  }

  /// Removes and returns the messages for the bridge that are due by `now`.
  mutating func messages(at now: Instant) -> [PageAction] {
    if isWaiting, asked + Seating.retryPeriod <= now { return ask(at: now) }
    guard slot != nil, due <= now || sent + CrowdPad.rest <= now else { return [] }
    return [packet(at: now)]
  }

  /// Records that the bridge can be reached; returns the messages that ask the bridge for a slot.
  mutating func findBridge(at now: Instant) -> [PageAction] {
    (isBridgeThere, slot) = (true, nil)
    return ask(at: now)
  }

  /// Records that the bridge is away.
  mutating func loseBridge() { (isBridgeThere, slot) = (false, nil) }

  /// Processes the frames of the bridge, which begin at `start` in `bytes`.
  mutating func receive(_ bytes: Span<UInt8>, from start: Int) {
    guard let frames = try? HostFrames(parsing: bytes, from: start) else { return }
    if let message = frames.control { (receipt, isMoved) = (message.id, true) }
    guard let next = frames.acknowledgement?.nextEdge else { return }
    let count = Int(Int16(bitPattern: next &- edges.first))
    if (1...EdgeLog.capacity).contains(count), count <= edges.count { edges.removeFirst(count) }
  }

  /// Returns the messages that release all buttons and axes and free the slot.
  mutating func leave(at now: Instant) -> [PageAction] {
    show(.rest)
    let last = packet(at: now)
    counter &+= 1
    return isBridgeThere ? [last, .sendFrames(header(at: now), .goodbye)] : []
  }

  /// Asks for a slot as if the crowd had left before, because the bridge answers only new or returning
  /// controllers.
  private mutating func ask(at now: Instant) -> [PageAction] {
    asked = now
    // Presses from before the request do not count any more.
    edges = EdgeLog(first: edges.next)
    return [
      .send(.gone(controller: controller)), .send(.name(controller: controller, DeviceName(CrowdPad.name))),
      packet(at: now),
    ]
  }

  private mutating func packet(at now: Instant) -> PageAction {
    counter &+= 1
    (sent, isMoved) = (now, false)
    var frames = ControllerFrames()
    frames.state = ControllerState(
      sampleTime: UInt32(truncatingIfNeeded: now.nanoseconds / 1_000),
      sticks: ControllerState.Sticks(left: vote.stick), buttons: vote.buttons,
      leftTrigger: vote.leftTrigger, rightTrigger: vote.rightTrigger, nextEdge: edges.next)
    if edges.count > 0 { frames.edges = edges }
    frames.controlReceipt = receipt
    receipt = nil
    return .sendFrames(header(at: now), frames)
  }

  private func header(at now: Instant) -> GatewayHeader {
    GatewayHeader(transport: .webSocket, controller: controller, counter: counter, received: now)
  }
}
