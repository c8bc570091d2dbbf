import Cryptography
import Discovery
import Handset
import Platform
import Wire

/// The list from which the user chooses a host: a plain value without input or output.
struct HostMenu: Sendable {
  /// The result of a key press.
  enum Choice: Hashable, Sendable {
    /// The user is still looking at the list.
    case looking
    /// The user wants this host, with a new pairing if `isAnew`.
    case chosen(FoundHost, isAnew: Bool)
    /// The user has left the list.
    case left
  }

  private static let keys = "   arrows or a number choose, Enter joins, p pairs again, q ends"

  private let book: ControllerFile
  private var hosts: [FoundHost] = []
  private var marked = 0
  private var notice = ""

  /// Creates an empty list for the controller whose file is `book`.
  init(for book: ControllerFile) {
    self.book = book
  }

  /// Shows the hosts that are present now.
  ///
  /// The mark stays on its host, or in its row if that host is gone.
  mutating func follow(_ hosts: [FoundHost]) {
    let former = self.hosts.indices.contains(marked) ? self.hosts[marked] : nil
    let index = hosts.firstIndex { host in former.map(host.isSame) ?? false }
    self.hosts = hosts
    marked = max(0, min(index ?? marked, hosts.count - 1))
  }

  /// Handles a key press, and returns its result.
  mutating func receive(_ key: Key) -> Choice {
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

  /// Chooses the marked host if it is available; otherwise the notice explains why it is not.
  private mutating func choose(isAnew: Bool) -> Choice {
    guard hosts.indices.contains(marked) else { return .looking }
    let host = hosts[marked]
    if let reason = host.obstacle {
      notice = "\(host.name) \(reason)"
      return .looking
    }
    return .chosen(host, isAnew: isAnew)
  }

  /// Returns the lines of the list, cut to the size of the terminal.
  func lines(size: Terminal.Size) -> [String] {
    let head = " tiltpad join  \(hosts.count) \(hosts.count == 1 ? "host" : "hosts") on the network"
    let foot = ["", notice.isEmpty ? HostMenu.keys : "   \(notice)"]
    let room = max(1, size.rows - 2 - foot.count)
    let first = max(0, marked - room + 1)
    let rows = hosts.isEmpty ? ["   No host has answered yet."] : hosts.indices.map(row)
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
  /// The key for a session with the host, if the host has announced one; unverified until the handshake.
  var publicKey: PublicKey? { record.key.map { PublicKey($0.bytes) } }

  /// Returns whether the host is paired with the controller whose file is `book`.
  func isKnown(to book: ControllerFile) -> Bool { publicKey.flatMap(book.secret) != nil }

  /// Returns whether this and `other` are the same host, which may have changed its announcement.
  func isSame(as other: FoundHost) -> Bool { record.isOfSameHost(as: other.record) }

  /// The reason why no new controller can join the host now; nil if one can.
  var obstacle: String? {
    guard publicKey != nil else { return "has no encrypted sessions" }
    let announcement = record.announcement
    return switch announcement.state {
    case .open: nil
    case .full: "is full: \(announcement.players) of \(announcement.limit) play"
    case .locked: "is locked: it admits no new controllers"
    }
  }
}
