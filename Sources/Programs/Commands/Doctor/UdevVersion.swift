import Platform

extension Machine {
  /// The version of udev, which is that of systemd; nil if no library of systemd shows it.
  var udevVersion: Int? {
    let places = ["/usr/lib/systemd", "/lib/systemd", "/usr/lib64/systemd"]
    let multiarch = FileContents.names(in: "\(root)/usr/lib").filter { $0.hasSuffix("-linux-gnu") }
    let names = (places + multiarch.map { "/usr/lib/\($0)/systemd" }).flatMap {
      FileContents.names(in: root + $0)
    }
    return names.compactMap(Machine.version).max()
  }

  /// Returns the version in the name of a library such as `libsystemd-shared-257.7-1.so`; nil for another name.
  private static func version(ofLibrary name: String) -> Int? {
    let start = "libsystemd-shared-"
    guard name.hasPrefix(start), name.hasSuffix(".so") else { return nil }
    return Int(name.dropFirst(start.count).prefix { $0.isNumber })
  }
}
