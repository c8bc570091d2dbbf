import Layouts
import Model

/// The files of the shelf: one for each layout, and the index with the owners and the offers.
///
/// The index has a heading, and then a line for each layout: its id, the number of its offer, its owner and the owner's
/// name. The owner is `host`, the number of a guest's controller, or `-`.
extension Shelf {
  private static let heading = "tiltpad layouts 1"
  /// The maximum size of the index, in bytes.
  public static let indexRoom = 65_536

  /// A file that cannot be used.
  public struct Damage: Hashable, Sendable {
    /// The outcome for a file.
    public enum Fate: Sendable {
      /// The file is too long or has faults, and is renamed.
      case setAside
      /// The file has no faults, but there is no room for it.
      case leftOut
      /// The file could not be read, and stays as it is.
      case unread
    }

    /// The name of the file.
    public var name: String
    /// The reason.
    public var reason: String
    /// The outcome for the file.
    public var fate: Fate

    /// Creates the record of a file.
    public init(name: String, reason: String, fate: Fate = .setAside) {
      (self.name, self.reason, self.fate) = (name, reason, fate)
    }
  }

  /// The facts about a layout that only the index has.
  typealias Line = (owner: KeptLayout.Owner, by: String, offer: KeptLayout.Offer)

  /// Returns the index of `layouts`, and of the layouts whose files could not be read.
  func index(of layouts: [String: KeptLayout]) -> String {
    let all = unread.merging(layouts.mapValues { ($0.owner, $0.by, $0.offer) }) { $1 }
    let lines = all.sorted { $0.key < $1.key }.map { id, line in
      let owner =
        switch line.owner {
        case .host: "host"
        case .guest(let controller): "\(controller)"
        case .nobody: "-"
        }
      return "\(id) \(line.offer.number) \(owner) \(line.by)"
    }
    return ([Shelf.heading] + lines).map { $0 + "\n" }.joined()
  }

  /// Takes over the stored files, given by name, when the gateway starts; returns those that cannot be used.
  ///
  /// The files named in `unread` could not be read; their lines stay in the index. A layout without a line in
  /// the index belongs to nobody. Owners that are not among `guests` are forgotten.
  public mutating func adopt(
    _ files: [String: [UInt8]], unread names: [String] = [], guests: Set<UInt32>
  ) -> [Damage] {
    var damages: [Damage] = []
    var lines: [String: Line] = [:]
    isFrozen = names.contains(ShelfJob.index)
    if let index = files[ShelfJob.index] {
      if let read = Shelf.lines(of: index) {
        lines = read
      } else {
        damages.append(Damage(name: ShelfJob.index, reason: "index"))
      }
    }
    for name in names where name.hasSuffix(".json") {
      let id = String(name.dropLast(5))
      if LayoutFile.isID(id) { unread[id] = lines[id] ?? (.nobody, "", .owner) }
    }
    var size = 0
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) where name.hasSuffix(".json") {
      let id = String(name.dropLast(5))
      let faults = LayoutFile.faults(in: bytes.span, named: id)
      guard faults.isEmpty, let layout = CompactLayout(bytes.span), PageText.isShort(layout) else {
        damages.append(Damage(name: name, reason: faults.map(\.text).sorted().first ?? "size"))
        continue
      }
      size += layout.text.utf8.count
      guard layouts.count < Shelf.limit, size <= Shelf.room else {
        damages.append(Damage(name: name, reason: "full", fate: .leftOut))
        continue
      }
      var (owner, by, offer) = lines[id] ?? (.nobody, "", .owner)
      if case .guest(let controller) = owner, !guests.contains(controller) { owner = .nobody }
      layouts[id] = KeptLayout(layout, owner: owner, by: by, offer: offer)
    }
    return damages
  }

  /// Removes the owners of layouts that belong to guests without a ticket in `book`.
  mutating func release(keeping book: TicketBook) {
    let owned = layouts.values.filter { if case .guest = $0.owner { true } else { false } }
    guard !owned.isEmpty else { return }
    let guests = Set(book.guests.map(\.controller))
    for layout in owned {
      if case .guest(let controller) = layout.owner, !guests.contains(controller) {
        layouts[layout.id]?.owner = .nobody
      }
    }
  }

  /// Returns the lines of an index by the ids of the layouts; nil if any part of the index is damaged.
  private static func lines(of index: [UInt8]) -> [String: Line]? {
    guard index.count <= indexRoom, let text = String(validating: index, as: UTF8.self) else { return nil }
    // The text is split by Unicode scalars, not by characters: a name may begin with a scalar that combines
    // with the space before it.
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    guard String(lines.removeFirst()) == heading, lines.popLast()?.isEmpty == true else { return nil }
    var found: [String: Line] = [:]
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map {
        String($0)
      }
      guard words.count == 4, LayoutFile.isID(words[0]),
        let offer = Int(words[1]).flatMap(KeptLayout.Offer.init),
        let owner = KeptLayout.Owner(words[2])
      else { return nil }
      found[words[0]] = (owner, words[3].shown, offer)
    }
    return found
  }
}

extension KeptLayout.Owner {
  /// Reads the `word` that stands for an owner in the index; nil if it stands for none.
  fileprivate init?(_ word: String) {
    switch word {
    case "host": self = .host
    case "-": self = .nobody
    default:
      guard let controller = UInt32(word) else { return nil }
      self = .guest(controller)
    }
  }
}
