import Discovery
import Platform

/// What a person at a terminal is asked: which host, and how to be paired with it if that is new.
///
/// A value that only decides.
struct JoinDialogue: Sendable {
  /// What a key leads to.
  enum Outcome: Hashable, Sendable {
    /// The person has not said everything.
    case asking
    /// The host, and how to come in.
    case join(FoundHost, PairingWay)
    /// The person wants none.
    case left
  }

  private let book: ControllerFile
  private let way: PairingWay
  private var menu: HostMenu?
  private var entry: PairingEntry?

  /// A dialogue with the person whose controller's `book` this is and who has said `way`; about `host` alone if there
  /// is one.
  init(for book: ControllerFile, way: PairingWay, about host: FoundHost? = nil) {
    (self.book, self.way) = (book, way)
    menu = host == nil ? HostMenu(for: book) : nil
    entry = host.map { PairingEntry($0) }
  }

  /// Takes the hosts that there are now.
  mutating func follow(_ hosts: [FoundHost]) {
    menu?.follow(hosts)
    entry?.follow(hosts)
  }

  /// Takes a key.
  mutating func take(_ key: Key) -> Outcome {
    guard let host = entry?.host else { return pick(key) }
    switch entry?.take(key) {
    case .chosen(let way): return .join(host, way)
    case .left:
      entry = nil
      return menu == nil ? .left : .asking
    case .typing, nil: return .asking
    }
  }

  private mutating func pick(_ key: Key) -> Outcome {
    switch menu?.take(key) {
    case .left, nil: return .left
    case .looking: return .asking
    case .chosen(let host, let isAnew):
      if way != .known || host.isKnown(to: book) && !isAnew { return .join(host, way) }
      entry = PairingEntry(host)
      return .asking
    }
  }

  /// Notes that pairing has failed; whether the person is to be asked again.
  mutating func complain(_ failure: Failure) -> Bool {
    entry?.complaint = failure.what
    return entry != nil
  }

  /// What to show, no more and no longer than `size` has room for.
  func lines(size: Terminal.Size) -> [String] {
    entry?.lines(size: size) ?? menu?.lines(size: size) ?? []
  }
}
