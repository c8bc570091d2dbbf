import Layouts
public import Model
public import Notation

/// A layout that a player or the host has made, and that the host keeps.
public struct KeptLayout: Sendable {
  /// The maker of a layout.
  public enum Owner: Hashable, Sendable {
    /// The host.
    case host
    /// The guest whose controller has the given number.
    case guest(UInt32)
    /// The owner was a guest, and the host has forgotten this guest.
    case nobody
  }

  /// The players who may use a layout in addition to its owner.
  public enum Offer: Hashable, Sendable {
    /// Only the owner may use the layout.
    case owner
    /// All players.
    case all
    /// The player in the given slot.
    case player(PlayerSlot)

    /// The number in messages: −1 for the owner, 0 for all, otherwise the slot's.
    public var number: Int {
      switch self {
      case .owner: -1
      case .all: 0
      case .player(let slot): Int(slot.number)
      }
    }

    /// Creates the offer that `number` stands for; nil if it stands for none.
    public init?(_ number: Int) {
      switch number {
      case -1: self = .owner
      case 0: self = .all
      default:
        guard let slot = PlayerSlot(number: number) else { return nil }
        self = .player(slot)
      }
    }
  }

  /// The maximum number of characters of a name that is shown.
  private static let longestName = 40
  /// The maximum size of the names in all languages as JSON, in bytes; longer ones are shown in one language.
  private static let nameRoom = 256

  /// The id, which is also the name of the file.
  public let id: String
  /// The text of the file, without white space.
  public let text: String
  /// The name for menus: a text, or an object with a text for each of several languages.
  public let name: JSON
  /// The maker.
  public internal(set) var owner: Owner
  /// The name that the owner had; empty for the host.
  public internal(set) var by: String
  /// The players who may use the layout in addition to its owner.
  public internal(set) var offer: Offer

  /// Creates a layout of `owner`, whose name is `by`.
  init(_ layout: CompactLayout, owner: Owner, by: String, offer: Offer = .owner) {
    (id, text, name) = (layout.id, layout.text, KeptLayout.shown(layout.name) ?? .string(layout.id))
    (self.owner, self.by, self.offer) = (owner, by, offer)
  }

  /// Returns the name for menus of the layout in the file `text`; null if it has none.
  static func name(in text: String) -> JSON {
    CompactLayout(Array(text.utf8).span).flatMap { shown($0.name) } ?? .null
  }

  /// Returns `name` without characters that cannot be shown; nil if nothing is left.
  private static func shown(_ name: JSON?) -> JSON? {
    if let text = name?.string { return shorten(text).map { .string($0) } }
    guard case .object(let members) = name else { return nil }
    let texts = members.prefix(12).compactMap { member in
      member.1.string.flatMap(shorten).map { (member.0, JSON.string($0)) }
    }
    let names = JSON.object(texts)
    guard names.text.utf8.count > nameRoom else { return texts.isEmpty ? nil : names }
    return (texts.first { $0.0 == "en" } ?? texts.first)?.1
  }

  private static func shorten(_ text: String) -> String? {
    let start = text.prefix(scalars: longestName).shown
    return start.isEmpty ? nil : start
  }
}

/// The reasons why the host does not keep or change a layout.
public enum ShelfRefusal: Hashable, Sendable {
  /// A setting of the host forbids the change.
  case no
  /// The layout has these faults.
  case faults([String])
  /// A layout that belongs to the page, or to another owner, already has the id.
  case taken
  /// There is no room for another layout.
  case full
  /// The change could not be written, or too many changes wait for the disk.
  case disk
  /// The layout is too long.
  case size
  /// There is no layout with that id.
  case unknown

  /// The maximum number of faults in a text, and the maximum length of each, in characters.
  private static let (mostFaults, longestFault) = (8, 100)

  /// The reason in a word.
  public var why: String {
    switch self {
    case .no: "no"
    case .faults: "faults"
    case .taken: "taken"
    case .full: "full"
    case .disk: "disk"
    case .size: "size"
    case .unknown: "unknown"
    }
  }

  /// The JSON members of a text that states the reason.
  var members: [(String, JSON)] {
    guard case .faults(let faults) = self else { return [("why", .string(why))] }
    return [("why", .string(why)), ("faults", .array(faults.map { .string($0) }))]
  }

  /// Creates the refusal of a layout with `faults`.
  init(_ faults: [LayoutFault]) {
    guard faults != [LayoutFault(fault: "size")] else {
      self = .size
      return
    }
    self = .faults(
      faults.map {
        $0.text.prefix(scalars: ShelfRefusal.longestFault)
      }
      .sorted().prefix(ShelfRefusal.mostFaults).map { $0 })
  }
}

extension String {
  /// Returns the first `count` Unicode scalars.
  fileprivate func prefix(scalars count: Int) -> String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
  }
}
