import Console
import Discovery
import Handset
import Platform

/// A dialogue on a terminal about the host to join, and about the way to pair with a new host.
///
/// It is a plain value without input or output.
struct JoinDialogue: Sendable {
  /// The result of a key press.
  enum Ending: Hashable, Sendable {
    /// The dialogue continues.
    case asking
    /// The user wants to join this host in this way.
    case join(FoundHost, PairingWay)
    /// The user has left the dialogue without a host.
    case left
  }

  private let book: ControllerFile
  private let way: PairingWay
  private var menu: HostMenu?
  private var entry: PairingEntry?

  /// Creates a dialogue for the controller of `book` and a user who has chosen `way`.
  ///
  /// It is only about `host` if that is not nil; otherwise the user chooses from a list.
  init(for book: ControllerFile, way: PairingWay, about host: FoundHost? = nil) {
    (self.book, self.way) = (book, way)
    menu = host == nil ? HostMenu(for: book) : nil
    entry = host.map { PairingEntry($0) }
  }

  /// Adopts the hosts that are present now.
  mutating func follow(_ hosts: [FoundHost]) {
    menu?.follow(hosts)
    entry?.follow(hosts)
  }

  /// Handles a key press, and returns its result.
  mutating func receive(_ key: Key) -> Ending {
    guard let host = entry?.host else { return pick(key) }
    switch entry?.receive(key) {
    case .chosen(let way): return .join(host, way)
    case .left:
      entry = nil
      return menu == nil ? .left : .asking
    case .typing, nil: return .asking
    }
  }

  private mutating func pick(_ key: Key) -> Ending {
    switch menu?.receive(key) {
    case .left, nil: return .left
    case .looking: return .asking
    case .chosen(let host, let isAnew):
      if way != .known || host.isKnown(to: book) && !isAnew { return .join(host, way) }
      entry = PairingEntry(host)
      return .asking
    }
  }

  /// Shows the failure of a pairing; returns whether the user is asked again.
  mutating func complain(_ failure: Failure) -> Bool {
    entry?.complaint = failure.what
    return entry != nil
  }

  /// Returns the lines of the dialogue, cut to the size of the terminal.
  func lines(size: Terminal.Size) -> [String] {
    entry?.lines(size: size) ?? menu?.lines(size: size) ?? []
  }
}
