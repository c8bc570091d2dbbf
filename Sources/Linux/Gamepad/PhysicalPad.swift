internal import CEvdev
public import Model
public import Platform

/// A real pad that is plugged in, read through evdev; other programs still see it unless it is grabbed.
public struct PhysicalPad: ~Copyable {
  private let reader: EventReader
  private var reading: PadReading
  /// The kernel's number for the rumble effect; −1 before the first rumble.
  private var effect: Int16 = -1
  private var motor = PhysicalMotor()

  /// The result of a read.
  public enum Next: Hashable, Sendable {
    /// The pad now has this state.
    case report(PadReport)
    /// No event is waiting.
    case nothing
    /// The pad was unplugged.
    case gone
  }

  /// Opens the pad at `path`, for example `/dev/input/event7` (libevdev_new_from_fd(3)).
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted`, or `.refused`, with `EINVAL` when the device is not a pad.
  public init(reading path: String) throws(PadError) {
    reader = try EventReader(path, of: EVDEV_PAD)
    reading = PadReading(of: reader)
  }

  /// Hides the pad from all other programs for the lifetime of this value (EVIOCGRAB).
  ///
  /// - Throws: `PadError`: `.refused`, with `EBUSY` when another program has grabbed the pad already.
  public func grab() throws(PadError) { try reader.grab() }

  /// Makes `poller` wake with `token` when the pad has events.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try reader.join(poller, token: token)
  }

  /// The present state of the pad.
  public var report: PadReport { reading.report }

  /// Returns the state after the next batch of events, which ends with SYN (libevdev_next_event(3)).
  public mutating func next() -> Next {
    while true {
      switch reader.next() {
      case .nothing: return .nothing
      case .gone: return .gone
      case .event(let event) where event.type == UInt16(EV_SYN): return .report(reading.report)
      case .event(let event): reading.apply(type: event.type, code: event.code, value: event.value)
      }
    }
  }

  /// True if the pad is a wheel with a motor that can push it (FF_CONSTANT).
  public var hasMotor: Bool { reader.hasMotor }

  /// The conditions that the motor can run itself.
  public var conditions: Set<ForceCondition.Kind> { reader.conditions }

  /// Prepares the motor for ``push(_:)`` and ``run(_:place:)``: sets full gain and switches autocenter off.
  public mutating func beginForces() { motor.begin(on: reader.descriptor) }

  /// Pushes the wheel with a torque for `ForceAbilities.pushTime`; returns false if the device has refused.
  ///
  /// `level` is the torque, −32767 to 32767 (the full torque to the right).
  public mutating func push(_ level: Int16) -> Bool { motor.push(level, on: reader.descriptor) }

  /// Repeats the last push for another `ForceAbilities.pushTime`; returns false if the device has refused.
  public func prolong() -> Bool { motor.prolong(on: reader.descriptor) }

  /// Replaces the condition at `place`, 0 to 3, by `condition`, or by none if it is nil.
  ///
  /// Returns false if the device has refused.
  public mutating func run(_ condition: ForceCondition?, place: Int) -> Bool {
    motor.run(condition, place: place, on: reader.descriptor)
  }

  /// Runs both motors at these strengths, 0 to 65535, until the next call (EVIOCSFF).
  ///
  /// A pad without motors, or one whose node is open for reading only, stays still.
  public mutating func rumble(strong: UInt16, weak: UInt16) {
    reader.rumble(&effect, strong: strong, weak: weak)
  }
}

extension PadReading {
  /// Creates the present state of the pad that `reader` reads.
  fileprivate init(of reader: borrowing EventReader) {
    let axes = reader.axes(PadReading.axisCodes).filter { $0.minimum <= $0.maximum }
    self.init(
      ranges: Dictionary(axes.map { ($0.code, $0.minimum...$0.maximum) }) { $1 },
      isPositional: PadReading.positionalVendors.contains(reader.vendor))
    var keys: Set<UInt16> = []
    for code in PadReading.buttons.keys where reader.key(code) != 0 { keys.insert(code) }
    begin(at: axes.map { ($0.code, $0.value) }, holding: keys)
  }
}
