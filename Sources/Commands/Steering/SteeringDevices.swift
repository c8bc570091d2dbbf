import Console
import Gamepad
import Platform

/// Opens the real pad at `path`.
///
/// - Throws: a failure that says why the pad cannot be read.
func physicalPad(_ path: String) throws(Failure) -> PhysicalPad {
  do throws(PadError) {
    return try PhysicalPad(reading: path)
  } catch {
    throw Failure(
      "cannot read \(path): \(error.reason)", while: "opening the pad",
      try: "use a device that ls -l /dev/input/by-id/*-event-joystick shows, as a member of the group input")
  }
}

/// Switches the terminal to deliver its keys one by one, until the result is gone.
///
/// - Throws: a usage failure that advises `remedy`, when there is no terminal.
func keyMode(or remedy: String) throws(Failure) -> Terminal.KeyMode {
  do throws(SystemError) {
    return try Terminal.KeyMode()
  } catch {
    throw Failure(
      "there is nothing to send: no script, no pad and no terminal", while: "preparing to read the keys",
      try: remedy, status: .usage)
  }
}
