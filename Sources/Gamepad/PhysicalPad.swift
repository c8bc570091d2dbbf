internal import CEvdev
public import Model
public import Platform

/// A real pad that is plugged in, read through evdev; other programs still see it unless it is grabbed.
@safe public struct PhysicalPad: ~Copyable {
  private let descriptor: Descriptor
  private var reading: PadReading
  private let reader: UnsafeMutableRawPointer
  /// The number that the pad has given to the effect that shakes it; −1 before the first.
  private var effect: Int16 = -1

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
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted`, or `.refused`, with `EINVAL` when the device is no pad.
  public init(reading path: String) throws(PadError) {
    let descriptor = try Descriptor.node(path)
    var opened: UnsafeMutableRawPointer?
    let result = unsafe evdev_reader_open(descriptor.number, EVDEV_PAD, &opened)
    guard result == 0, let opened = unsafe opened else { throw PadError(code: -result) }
    self.descriptor = descriptor
    unsafe reader = unsafe opened
    reading = unsafe PadReading(of: opened)
  }

  deinit {
    unsafe evdev_reader_close(reader)
  }

  /// Hides the pad from all other programs for the lifetime of this value (EVIOCGRAB).
  ///
  /// - Throws: `PadError`: `.refused`, with `EBUSY` when another program has grabbed the pad already.
  public func grab() throws(PadError) {
    let result = unsafe evdev_reader_grab(reader)
    guard result == 0 else { throw PadError(code: -result) }
  }

  /// Makes `poller` wake with `token` when the pad has events.
  ///
  /// - Throws: `SystemError` of `.poll`.
  public func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// The present state of the pad.
  public var report: PadReport { reading.report }

  /// Returns the state after the next batch of events, which ends with SYN (libevdev_next_event(3)).
  public mutating func next() -> Next {
    var event = evdev_event()
    while true {
      let result = unsafe evdev_reader_next(reader, &event)
      guard result == 1 else { return result == 0 ? .nothing : .gone }
      if event.type == UInt16(EV_SYN) { return .report(reading.report) }
      reading.apply(type: event.type, code: event.code, value: event.value)
    }
  }
}

extension PhysicalPad {
  /// Lets both motors run at these strengths, 0 to 65535, until the next call (EVIOCSFF); a pad without motors, or one
  /// that may only be read, stays still.
  public mutating func rumble(strong: UInt16, weak: UInt16) {
    guard unsafe evdev_reader_rumbles(reader) == 1 else { return }
    _ = unsafe evdev_rumble(descriptor.number, &effect, strong, weak)
  }
}

extension Descriptor {
  /// Opens the event node at `path`, for writing too if that is permitted.
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted` or `.refused`.
  static func node(_ path: String) throws(PadError) -> Descriptor {
    if let both = try? Descriptor(opening: path, .device) { return both }
    do throws(SystemError) {
      return try Descriptor(opening: path, .polling)
    } catch {
      throw PadError(code: error.code)
    }
  }
}

extension PadReading {
  /// Creates the present state of the pad that `reader` reads.
  fileprivate init(of reader: UnsafeMutableRawPointer) {
    var axes: [evdev_axis] = []
    for code in PadReading.axisCodes {
      var axis = evdev_axis()
      if unsafe evdev_reader_axis(reader, UInt32(code), &axis) == 1, axis.minimum <= axis.maximum {
        axes.append(axis)
      }
    }
    self.init(
      ranges: Dictionary(axes.map { ($0.code, $0.minimum...$0.maximum) }) { $1 },
      isPositional: unsafe PadReading.positionalVendors.contains(
        UInt16(truncatingIfNeeded: evdev_reader_vendor(reader))))
    for axis in axes { apply(type: UInt16(EV_ABS), code: axis.code, value: axis.value) }
    for code in PadReading.buttons.keys {
      apply(type: UInt16(EV_KEY), code: code, value: unsafe evdev_reader_key(reader, UInt32(code)))
    }
  }
}
