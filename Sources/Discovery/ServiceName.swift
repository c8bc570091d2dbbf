import Model

/// What a host is called in DNS-SD, where no two services of a network may have the same name (RFC 6763 §4.1.1).
public struct ServiceName: Hashable, Sendable {
  /// The type of service that hosts are.
  public static let type = "_tiltpad._udp"

  /// The longest name, in bytes.
  private static let longest = 63

  private let base: String
  /// 1, and one more for each time that the name was taken.
  private(set) var number = 1

  /// `name (machine)`, or just `name` where the machine is called so too.
  public init(_ name: String, on machine: String) {
    let (name, machine) = (name.printable, machine.printable)
    let words = name == machine || machine.isEmpty ? name : name.isEmpty ? machine : "\(name) (\(machine))"
    base = words.isEmpty ? "tiltpad" : words
  }

  /// The name, cut to what fits.
  public var text: String {
    let mark = number == 1 ? "" : " #\(number)"
    return base.cut(toBytes: ServiceName.longest - mark.utf8.count) + mark
  }

  /// Whether this is `other`, or what it has become where that was taken.
  func isVariant(of other: ServiceName) -> Bool { base == other.base }

  /// Another name, since this one is taken.
  mutating func change() {
    number = number == 999 ? 2 : number + 1
  }
}

extension String {
  /// The text without what steers a terminal or the direction of text, and without blanks at its ends.
  var printable: String {
    let kept = unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case _ where !scalar.isShown: false
      case .privateUse, .unassigned: false
      default: true
      }
    }
    let text = String(String.UnicodeScalarView(kept))
    let rest = text.drop { $0 == " " }
    return String(rest.prefix(rest.count - rest.reversed().prefix { $0 == " " }.count))
  }

  /// As many characters from the front as have at most `limit` bytes.
  func cut(toBytes limit: Int) -> String {
    var room = limit
    return String(
      prefix { character in
        room -= character.utf8.count
        return room >= 0
      })
  }
}
