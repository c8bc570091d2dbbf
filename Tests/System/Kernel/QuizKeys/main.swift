import Gamepad
import Platform

// quiz-keys NAME: makes a quiz keyboard with one key, and prints the kernel's name for the keyboard. It
// presses and releases the key for each line of input. The end of the input removes the keyboard.

/// Presses and releases the key for each line until the input ends.
func play(_ key: UInt16) throws(PadError) {
  var keyboard = try VirtualKeyboard("Tiltpad Quiz Keys", keys: [key])
  _ = Stream.output.write("{\"ready\": \"\(keyboard.sysname ?? "")\"}\n")
  while readLine() != nil {
    _ = Stream.output.write(
      "{\"pressed\": \"\(keyboard.press(key))\", \"released\": \"\(keyboard.release(key))\"}\n")
  }
}

guard let name = CommandLine.arguments.last, let key = VirtualKeyboard.code(named: name) else {
  fatalError("quiz-keys: no key has that name")
}
try play(key)
