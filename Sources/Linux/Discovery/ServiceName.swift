import Model

/// The name of a host in DNS-SD, which must be unique among the services of a network (RFC 6763 §4.1.1).
public struct ServiceName: Hashable, Sendable {
  /// The service type of hosts.
  public static let type = "_tiltpad._udp"

  /// The maximum size of a name, in bytes.
  private static let longest = 63

  private let base: String
  /// The number in the name: 1 at first, and one more each time the name was taken; 2 follows 999.
  private(set) var number = 1

  /// Creates the name `name`.
  public init(_ name: String) { self.init(name, on: "") }

  /// Creates the name `name (machine)`, or only one of the two if both are equal or the other is empty.
  public init(_ name: String, on machine: String) {
    let (name, machine) = (name.shown, machine.shown)
    let words = name == machine || machine.isEmpty ? name : name.isEmpty ? machine : "\(name) (\(machine))"
    base = words.isEmpty ? "tiltpad" : words
  }

  /// The name, cut to 63 bytes.
  public var text: String {
    let mark = number == 1 ? "" : " #\(number)"
    return base.cut(toBytes: ServiceName.longest - mark.utf8.count) + mark
  }

  /// Returns whether this name is `other`, or a successor of it after a conflict.
  func isVariant(of other: ServiceName) -> Bool { base == other.base }

  /// Changes the name to the next one, because this one is taken.
  package mutating func change() {
    number = number == 999 ? 2 : number + 1
  }
}

extension String {
  /// Returns the longest prefix of whole characters with at most `limit` bytes.
  func cut(toBytes limit: Int) -> String {
    var room = limit
    return String(
      prefix { character in
        room -= character.utf8.count
        return room >= 0
      })
  }
}
