internal import CEvdev
public import Model
public import Platform

/// A real pad that is plugged in, read through evdev; other programs still see it unless it is grabbed.
@safe public struct PhysicalPad: ~Copyable {
  private let descriptor: Descriptor
  private var reading: PadReading
  private let reader: UnsafeMutableRawPointer

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
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor(opening: path, .polling)
    } catch {
      throw PadError(code: error.code)
    }
    var opened: UnsafeMutableRawPointer?
    let result = unsafe evdev_reader_open(descriptor.number, &opened)
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

  /// True if Tiltpad made the pad itself (docs/pads.md, "Who may open what").
  public var isOwn: Bool {
    unsafe String(cString: evdev_reader_phys(reader)).hasPrefix("tiltpad/")
      || String(cString: evdev_reader_uniq(reader)).hasPrefix("02:74:62:")
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
  /// Returns the path of the first pad in `directory` that can be read and that Tiltpad did not make, or nil if no such
  /// pad exists.
  public static func firstPath(in directory: String = "/dev/input") -> String? {
    let numbers = FileContents.names(in: directory).compactMap { name in
      name.hasPrefix("event") ? UInt32(name.dropFirst(5)) : nil
    }
    return numbers.sorted().map { "\(directory)/event\($0)" }.first(where: isForeign)
  }

  private static func isForeign(_ path: String) -> Bool {
    do throws(PadError) {
      let pad = try PhysicalPad(reading: path)
      return !pad.isOwn
    } catch {
      return false
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
