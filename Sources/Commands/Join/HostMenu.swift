import Cryptography
import Discovery
import Platform
import Wire

/// The list of hosts from which a person picks one: a value that only decides.
struct HostMenu: Sendable {
  /// What a key leads to.
  enum Outcome: Hashable, Sendable {
    /// The person goes on looking.
    case looking
    /// The person wants this host; `isAnew` to be paired with it anew.
    case chosen(FoundHost, isAnew: Bool)
    /// The person has seen enough.
    case left
  }

  private static let keys = "   arrows or a number choose, Enter joins, p pairs anew, q ends"

  private let book: ControllerFile
  private var hosts: [FoundHost] = []
  private var marked = 0
  private var notice = ""

  /// A list without hosts, for the controller of `book`.
  init(for book: ControllerFile) {
    self.book = book
  }

  /// Takes the hosts that there are now; the mark stays on its host, or where that was.
  mutating func follow(_ hosts: [FoundHost]) {
    let former = self.hosts.indices.contains(marked) ? self.hosts[marked] : nil
    let place = hosts.firstIndex { host in former.map(host.isSame) ?? false }
    self.hosts = hosts
    marked = max(0, min(place ?? marked, hosts.count - 1))
  }

  /// Takes a key.
  mutating func take(_ key: Key) -> Outcome {
    notice = ""
    switch key {
    case .up: marked = max(0, marked - 1)
    case .down: marked = max(0, min(marked + 1, hosts.count - 1))
    case .byte(0x0a), .byte(0x0d): return choose(isAnew: false)
    case .byte(UInt8(ascii: "p")): return choose(isAnew: true)
    case .byte(UInt8(ascii: "q")), .escape: return .left
    case .byte(let digit) where hosts.indices.contains(Int(digit) - 0x31): marked = Int(digit) - 0x31
    default: break
    }
    return .looking
  }

  /// Only a host that is available is chosen; of any other the notice says why not.
  private mutating func choose(isAnew: Bool) -> Outcome {
    guard hosts.indices.contains(marked) else { return .looking }
    let host = hosts[marked]
    if let reason = host.obstacle {
      notice = "\(host.name) \(reason)"
      return .looking
    }
    return .chosen(host, isAnew: isAnew)
  }

  /// The list, no more and no longer than `size` has room for.
  func lines(size: Terminal.Size) -> [String] {
    let head = " tiltpad join  \(hosts.count) \(hosts.count == 1 ? "host" : "hosts") on the network"
    let foot = ["", notice.isEmpty ? HostMenu.keys : "   \(notice)"]
    let room = max(1, size.rows - 2 - foot.count)
    let first = max(0, marked - room + 1)
    let rows = hosts.isEmpty ? ["   Nobody has answered yet."] : hosts.indices.map(row)
    return ([head, ""] + rows.dropFirst(first).prefix(room) + foot).prefix(size.rows).map {
      $0.clipped(to: size.columns)
    }
  }

  private func row(_ index: Int) -> String {
    let host = hosts[index]
    let ways = host.record.announcement.pairing.words.joined(separator: ", ")
    let relation = host.isKnown(to: book) ? "known" : ways.isEmpty ? "new" : "new, pairs by \(ways)"
    return "\(index == marked ? " >" : "  ")\(String(index + 1).trailing(3))  \(host.summary)  \(relation)"
  }
}

extension FoundHost {
  /// The key that its sessions need, as far as it has told; nobody vouches for it before the handshake.
  var publicKey: PublicKey? { record.key.map { PublicKey($0.bytes) } }

  /// Whether it and the controller of `book` are paired.
  func isKnown(to book: ControllerFile) -> Bool { publicKey.flatMap(book.secret) != nil }

  /// Whether this and `other` are the same host, which may have changed.
  func isSame(as other: FoundHost) -> Bool { record.isOfSameHost(as: other.record) }

  /// Why nobody new comes in now; nil when somebody can.
  var obstacle: String? {
    guard publicKey != nil else { return "has no encrypted sessions" }
    let announcement = record.announcement
    return switch announcement.state {
    case .open: nil
    case .full: "is full: \(announcement.players) of \(announcement.limit) play"
    case .locked: "is locked: nobody new comes in"
    }
  }
}
