internal import CEvdev
import Model
import Platform

/// The event node of a real device, read by libevdev.
@safe struct EventReader: ~Copyable {
  let descriptor: Descriptor
  /// True if the node is also open for writing; otherwise the device can play no effect.
  private let isWritable: Bool
  private let reader: UnsafeMutableRawPointer

  /// A result of reading.
  enum Next {
    /// The device has sent this event.
    case event(evdev_event)
    /// No event is waiting.
    case nothing
    /// The device was unplugged.
    case gone
  }

  /// Opens the node at `path` (libevdev_new_from_fd(3)), for writing too if that is permitted.
  ///
  /// - Throws: `PadError`: `.noDevice`, `.notPermitted`, or `.refused`, with `EINVAL` when the device is not of `kind`.
  init(_ path: String, of kind: evdev_reader_kind) throws(PadError) {
    var isWritable = false
    let descriptor = try EventReader.open(path, isWritable: &isWritable)
    var opened: UnsafeMutableRawPointer?
    let result = unsafe evdev_reader_open(descriptor.number, kind, &opened)
    guard result == 0, let opened = unsafe opened else { throw PadError(code: -result) }
    self.descriptor = descriptor
    self.isWritable = isWritable
    unsafe reader = unsafe opened
  }

  deinit {
    unsafe evdev_reader_close(reader)
  }

  private static func open(_ path: String, isWritable: inout Bool) throws(PadError) -> Descriptor {
    if let both = try? Descriptor(opening: path, .device) {
      isWritable = true
      return both
    }
    do throws(SystemError) {
      return try Descriptor(opening: path, .polling)
    } catch {
      throw PadError(code: error.code)
    }
  }

  /// Makes `poller` wake with `token` when an event is waiting.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func join(_ poller: borrowing Poller, token: UInt64) throws(SystemError) {
    try poller.add(descriptor, token: token)
  }

  /// Returns the next event (libevdev_next_event(3)).
  func next() -> Next {
    var event = evdev_event()
    return switch unsafe evdev_reader_next(reader, &event) {
    case 1: .event(event)
    case 0: .nothing
    default: .gone
    }
  }

  /// Hides the device from all other programs for the lifetime of this value (EVIOCGRAB).
  ///
  /// - Throws: `PadError`: `.refused`, with `EBUSY` when another program has grabbed the device already.
  func grab() throws(PadError) {
    let result = unsafe evdev_reader_grab(reader)
    guard result == 0 else { throw PadError(code: -result) }
  }

  /// The device's vendor (struct input_id).
  var vendor: UInt16 { id.vendor }

  /// The bus, vendor, product and version of the device (struct input_id).
  var id: Identity.ID {
    let id = unsafe evdev_reader_id(reader)
    return Identity.ID(bus: id.bustype, vendor: id.vendor, product: id.product, version: id.version)
  }

  /// The name that the device reports.
  var name: String { unsafe String(cString: evdev_reader_name(reader)) }

  /// Returns whether the device has `code` of the event type `type`.
  func has(_ type: Int32, _ code: UInt16) -> Bool {
    unsafe evdev_reader_has(reader, UInt32(type), UInt32(code)) == 1
  }

  /// Returns the axes among `codes` that the device has, in their present state.
  func axes(_ codes: some Sequence<UInt16>) -> [evdev_axis] {
    codes.compactMap { code in
      var axis = evdev_axis()
      return unsafe evdev_reader_axis(reader, UInt32(code), &axis) == 1 ? axis : nil
    }
  }

  /// Returns 1 if the key `code` is down, else 0.
  func key(_ code: UInt16) -> Int32 { unsafe evdev_reader_key(reader, UInt32(code)) }

  /// Returns whether the device can play effects of `kind`, a code of type EV_FF.
  ///
  /// The result is false if the node is open for reading only.
  func plays(_ kind: UInt16) -> Bool {
    guard isWritable else { return false }
    return unsafe evdev_reader_plays(reader, UInt32(kind)) == 1
  }

  /// Runs both motors at these strengths, 0 to 65535 (EVIOCSFF).
  ///
  /// `effect` is the number of the effect, −1 for a new one. A device without motors, or one that may only be read,
  /// stays still.
  func rumble(_ effect: inout Int16, strong: UInt16, weak: UInt16) {
    guard plays(UInt16(FF_RUMBLE)) else { return }
    _ = unsafe evdev_rumble(descriptor.number, &effect, strong, weak)
  }
}
