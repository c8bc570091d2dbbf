internal import CUhid
public import Model
public import Platform

/// A virtual pad made of HID reports, which a kernel driver turns into the devices that games find.
///
/// The pad disappears when its last descriptor is closed.
public final class UhidPad: PadDevice {
  /// The file descriptor of the open /dev/uhid.
  public let descriptor: Descriptor
  /// The address by which games recognise the pad.
  public let address: HardwareAddress
  /// The last report that was written to the device.
  private(set) var lastReport = PadReport.neutral
  private let features: [HIDDevice.Feature]
  private let repetition: Interval
  private var encoder: HIDReportEncoder
  private var feedbackState: HIDFeedback
  /// True if the device may show a state other than the last report.
  private var isUnknown = true
  /// The time at which the last report is sent again; `.distantFuture` while no program has the device open.
  private var nextRepetition = Instant.distantFuture

  /// The maximum number of kernel messages handled per wake-up; the kernel queues 32.
  private static let messagesPerWake = 32

  /// Makes a pad at rest for the player in `slot` on the host with the number `host`.
  ///
  /// The pad is the HID device `device`, and looks like `identity`.
  ///
  /// The initialiser does not wait for the driver: the driver asks later, and reports sent before it is ready are lost.
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
  public convenience init(
    _ device: HIDDevice, identity: Identity, slot: PlayerSlot, host: UInt32, path: String = "/dev/uhid"
  ) throws(PadError) {
    let address = HardwareAddress(host: host, slot: slot)
    let descriptor = try UhidPad.open(path)
    let result = unsafe identity.name.withCString { name in
      unsafe "tiltpad/pad\(slot.number)".withCString { phys in
        unsafe address.text.withCString { uniq in
          unsafe device.descriptor.withUnsafeBufferPointer { bytes in
            var description = unsafe uhid_description(
              name: name, phys: phys, uniq: uniq, bus: identity.id.bus, vendor: UInt32(identity.id.vendor),
              product: UInt32(identity.id.product), version: UInt32(identity.id.version),
              descriptor: bytes.baseAddress, descriptor_size: bytes.count)
            return unsafe uhid_create(descriptor.number, &description)
          }
        }
      }
    }
    guard result == 0 else { throw PadError(code: -result) }
    self.init(descriptor, device, address)
  }

  /// Adopts `device`, which was made through `descriptor` for the player in `slot` on the host with the number `host`.
  ///
  /// The first report sets the whole state of the device; games may have it open already.
  public convenience init(
    adopting descriptor: consuming Descriptor, _ device: HIDDevice, slot: PlayerSlot, host: UInt32
  ) {
    self.init(descriptor, device, HardwareAddress(host: host, slot: slot))
    nextRepetition = Instant(nanoseconds: .min)
  }

  private init(_ descriptor: consuming Descriptor, _ device: HIDDevice, _ address: HardwareAddress) {
    self.descriptor = descriptor
    self.address = address
    features = device.features
    repetition = device.repetition
    encoder = HIDReportEncoder(device)
    feedbackState = HIDFeedback(device)
  }

  private static func open(_ path: String) throws(PadError) -> Descriptor {
    guard FileStatus(path)?.isCharacterDevice ?? true else { throw .noDevice }
    do throws(SystemError) {
      return try Descriptor(opening: path, .device)
    } catch {
      throw PadError(code: error.code)
    }
  }

  deinit {
    if isUnknown || lastReport != .neutral { _ = show(.neutral) }
  }

  /// The hardware address, by which games recognise the pad.
  public var sysname: String? { address.text }

  /// Makes `poller` wake with `token` when the driver or games have requests.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// Removes the pad from `poller`.
  public func leave(_ poller: borrowing Poller) { try? poller.remove(descriptor) }

  /// Removes the device, even if other processes have the descriptor open.
  public func destroy() {
    _ = uhid_destroy(descriptor.number)
  }

  /// Makes the pad show `report` with one write(2).
  public func emit(_ report: PadReport, in batch: inout Batch) -> Emission {
    guard isUnknown || report != lastReport else { return .unchanged }
    let result = show(report)
    isUnknown = result != 0
    guard result == 0 else { return .failed(code: -result) }
    lastReport = report
    return .sent(events: 1)
  }

  private func show(_ report: PadReport) -> Int32 {
    let number = descriptor.number
    return encoder.encode(report, at: Clock.now()) { give($0, to: number) }
  }

  /// Sends the last report again if that is due at `now`.
  ///
  /// The driver creates no events for values that have not changed.
  public func refresh(at now: Instant) {
    guard nextRepetition <= now else { return }
    _ = show(lastReport)
    nextRepetition = now + repetition
  }

  /// Receives the requests from the driver and from games; their result is in ``feedback(at:)``.
  public func receiveRequests(at now: Instant) {
    var message = uhid_message()
    var bytes = InlineArray<128, UInt8>(repeating: 0)
    for _ in 0..<UhidPad.messagesPerWake {
      var span = bytes.mutableSpan
      let count = unsafe span.withUnsafeMutableBufferPointer {
        unsafe uhid_next(descriptor.number, &message, $0.baseAddress)
      }
      guard count == 1 else { return }
      obey(message, bytes.span.extracting(first: Int(message.size)), at: now)
    }
  }

  private func obey(_ message: uhid_message, _ bytes: Span<UInt8>, at now: Instant) {
    switch message.kind {
    case UHID_KIND_OPEN:
      nextRepetition = now
    case UHID_KIND_CLOSE, UHID_KIND_STOP:
      nextRepetition = .distantFuture
    case UHID_KIND_OUTPUT:
      feedbackState.receive(bytes, at: now)
    case UHID_KIND_GET_FEATURE:
      answer(message)
    case UHID_KIND_SET_OUTPUT:
      feedbackState.receive(bytes, at: now)
      _ = uhid_answer_set(descriptor.number, message.id, 1)
    case UHID_KIND_SET_OTHER:
      _ = uhid_answer_set(descriptor.number, message.id, 0)
    default:
      break
    }
  }

  private func answer(_ message: uhid_message) {
    let feature = features.first { $0.bytes.first == message.number }
    let report = feature?.report(for: address) ?? []
    unsafe report.withUnsafeBufferPointer { bytes in
      _ = unsafe uhid_answer_get(descriptor.number, message.id, bytes.baseAddress, bytes.count)
    }
  }

  /// Returns the force feedback and the light that games request from the controller at `now`.
  public func feedback(at now: Instant) -> PadFeedback { feedbackState.feedback(at: now) }

  /// Returns the next time after `now` at which ``feedback(at:)`` may change by itself or the last report is due again.
  public func nextFeedback(after now: Instant) -> Instant {
    min(feedbackState.nextChange(after: now), nextRepetition)
  }
}

/// Writes one report to the device of descriptor `number`; returns 0 or −errno.
private func give(_ report: Span<UInt8>, to number: Int32) -> Int32 {
  unsafe report.withUnsafeBufferPointer { unsafe uhid_input(number, $0.baseAddress, $0.count) }
}
