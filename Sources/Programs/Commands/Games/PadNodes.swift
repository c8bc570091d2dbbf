import Gamepad
import Platform

/// The device files through which games read pads.
struct PadNodes {
  /// The directory of the device files.
  let directory: String
  private let given: Set<String>

  /// Selects the device files at `given` or, if that is empty, those of the pads that udev describes.
  init(_ given: [String] = []) {
    self.given = Set(given)
    directory =
      given.first.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } } ?? "/dev/input"
  }

  /// Returns a function that tests whether the file at a path is one of the device files at present.
  ///
  /// Pads of every maker count, because with Steam Input a game reads a pad that Steam has made. The kernel's
  /// older files `js0`, `js1` and so on are recognised as pads by their names (Documentation/input/joydev).
  func test() -> (String) -> Bool {
    var paths = given
    if given.isEmpty {
      // The service may not open the netlink socket that reports changes, so this reads a list of the nodes.
      paths = Set(InputNodes.present().filter { $0.kinds.contains(InputNode.joystick) }.map(\.path))
    }
    let older = "\(directory)/js"
    return { paths.contains($0) || $0.hasPrefix(older) }
  }
}
