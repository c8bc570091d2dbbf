internal import CEvdev
internal import Glibc
public import Model
public import Platform

/// A real joystick, wheel, or other stick that is plugged in, read through evdev; other programs still see it.
public final class PhysicalStick {
  private let reader: EventReader
  private var reading: StickReading
  /// The kernel's number for the rumble effect; −1 before the first rumble.
  private var effect: Int16 = -1
  private var motor = PhysicalMotor()

  /// The result of a read.
  public enum Next: Hashable, Sendable {
    /// The stick now has this state.
    case report(StickReport)
    /// No event is waiting.
    case nothing
    /// The stick was unplugged.
    case gone
  }

  /// Opens the stick at `path`, for example `/dev/input/event7` (libevdev_new_from_fd(3)).
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted`, or `.refused`, with `EINVAL` when the device is no stick.
  public init(reading path: String) throws(PadError) {
    reader = try EventReader(path, of: EVDEV_STICK)
    reading = StickReading(of: reader)
    guard reading.description.isValid else { throw .refused(code: EINVAL) }
  }

  /// The description of the stick, for the host.
  public var description: StickDescription { reading.description }
  /// The differences between the host's device and the stick.
  public var exceptions: [StickReading.Exception] { reading.exceptions }
  /// The present state of the stick.
  public var report: StickReport { reading.report }

  /// Makes `poller` wake with `token` when the stick has events.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try reader.join(poller, token: token)
  }

  /// Returns the state after the next batch of events, which ends with SYN (libevdev_next_event(3)).
  public func next() -> Next {
    while true {
      switch reader.next() {
      case .nothing: return .nothing
      case .gone: return .gone
      case .event(let event) where event.type == UInt16(EV_SYN): return .report(reading.report)
      case .event(let event): reading.apply(type: event.type, code: event.code, value: event.value)
      }
    }
  }

  /// The conditions that the motor can run itself; empty without a motor.
  public var conditions: Set<ForceCondition.Kind> { reader.conditions }

  /// Prepares the motor for ``push(_:)`` and ``run(_:place:)``: sets full gain and switches autocenter off.
  public func beginForces() { motor.begin(on: reader.descriptor) }

  /// Pushes the stick with a torque for `ForceAbilities.pushTime`; returns false if the device has refused.
  ///
  /// `level` is the torque, −32767 to 32767 (the full torque to the right).
  public func push(_ level: Int16) -> Bool { motor.push(level, on: reader.descriptor) }

  /// Repeats the last push for another `ForceAbilities.pushTime`; returns false if the device has refused.
  public func prolong() -> Bool { motor.prolong(on: reader.descriptor) }

  /// Replaces the condition at `place`, 0 to 3, by `condition`, or by none if it is nil.
  ///
  /// Returns false if the device has refused.
  public func run(_ condition: ForceCondition?, place: Int) -> Bool {
    motor.run(condition, place: place, on: reader.descriptor)
  }

  /// Runs both motors at these strengths, 0 to 65535, until the next call (EVIOCSFF).
  ///
  /// A stick without motors, or one whose node is open for reading only, stays still.
  public func rumble(strong: UInt16, weak: UInt16) {
    reader.rumble(&effect, strong: strong, weak: weak)
  }
}

extension StickEffects {
  /// Creates the set of the effects that can be played on the stick that `reader` reads.
  fileprivate init(of reader: borrowing EventReader) {
    var bits: UInt32 = 0
    for number in 0..<32 as Range<UInt16> where reader.plays(UInt16(FF_RUMBLE) + number) {
      bits |= 1 << number
    }
    self = StickEffects(rawValue: bits).intersection(.playable)
  }
}

extension StickReading {
  /// Creates the present state of the stick that `reader` reads.
  fileprivate init(of reader: borrowing EventReader) {
    var keys: [UInt16] = []
    var held: Set<UInt16> = []
    for code in 1...UInt16(KEY_MAX) where reader.has(EV_KEY, code) {
      keys.append(code)
      if reader.key(code) != 0 { held.insert(code) }
    }
    let axes = reader.axes(StickCodes.axes.map(UInt16.init)).map { axis in
      Axis(
        code: axis.code, value: axis.value, minimum: axis.minimum, maximum: axis.maximum, fuzz: axis.fuzz,
        flat: axis.flat, resolution: axis.resolution)
    }
    self.init(
      name: reader.name, id: reader.id, effects: StickEffects(of: reader), keys: keys, held: held, axes: axes)
  }
}
