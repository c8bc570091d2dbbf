import Console
import Gamepad
import Glibc
import Platform

/// Opens the real pad at `path`; if `isGrabbed` is true, other programs get no input from it while it is open.
///
/// - Throws: a failure that explains why the pad cannot be read or grabbed.
func physicalPad(_ path: String, isGrabbed: Bool = false) throws(Failure) -> PhysicalPad {
  let pad = try physicalPad(reading: path)
  if isGrabbed { try grab(pad, path) }
  return pad
}

private func physicalPad(reading path: String) throws(Failure) -> PhysicalPad {
  do throws(PadError) {
    return try PhysicalPad(reading: path)
  } catch {
    throw Failure(
      "cannot read \(path): \(error.reason)", while: "opening the pad",
      try: "use a device that ls -l /dev/input/by-id/*-event-joystick shows, as a member of the group input")
  }
}

/// Opens the real stick at `path`, such as a wheel.
///
/// - Throws: a failure that explains why it cannot be read.
func physicalStick(_ path: String) throws(Failure) -> PhysicalStick {
  do throws(PadError) {
    return try PhysicalStick(reading: path)
  } catch {
    throw Failure(
      "cannot read \(path): \(error == .refused(code: EINVAL) ? "it is no joystick" : error.reason)",
      while: "opening the stick",
      try: "use a device that ls -l /dev/input/by-id/*-event-joystick shows, as a member of the group input")
  }
}

private func grab(_ pad: borrowing PhysicalPad, _ path: String) throws(Failure) {
  do throws(PadError) {
    try pad.grab()
  } catch {
    let isTaken = error == .refused(code: EBUSY)
    throw Failure(
      "cannot grab \(path): "
        + (isTaken ? "another program has already grabbed it" : error.reason), while: "grabbing the pad",
      try: isTaken
        ? "run without --grab, or find the other program: sudo fuser -v \(path)" : "run without --grab")
  }
}

/// Makes the terminal deliver its keys one by one as long as the result exists.
///
/// - Throws: a usage failure with the advice `remedy` if there is no terminal.
func keyMode(or remedy: String) throws(Failure) -> Terminal.KeyMode {
  do throws(SystemError) {
    return try Terminal.KeyMode()
  } catch {
    throw Failure(
      "there is nothing to send: no script, no pad and no terminal", while: "preparing to read the keys",
      try: remedy, status: .usage)
  }
}
