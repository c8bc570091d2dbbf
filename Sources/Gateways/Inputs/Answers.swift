public import Model
public import Wire

/// The identity of a controller that cannot prove who it is: its protocol, its address, and its number at
/// that address.
public struct SourceKey: Hashable, Sendable {
  /// The protocol.
  public var transport: GatewayHeader.Transport
  /// The address, regardless of port.
  public var address: Address
  /// The number of the controller among the controllers at its address.
  public var device: UInt8

  /// Creates the identity.
  public init(transport: GatewayHeader.Transport, address: Address, device: UInt8) {
    (self.transport, self.address, self.device) = (transport, address, device)
  }

  /// The identity as a line of a file.
  fileprivate var line: String { "\(transport.name) \(address) \(device)" }
}

/// The users' answers to controllers that asked to play, and the numbers that identify controllers to the daemon.
///
/// Each controller asks once. A number is drawn at random, so that no controller can choose its own. The
/// number of a controller that was accepted or has played is stored, so that the controller gets its slot
/// again after the gateway restarts.
public struct Answers: Sendable {
  /// The maximum number of answers stored; the oldest are dropped first.
  public static let limit = 256
  /// The maximum number of unanswered controllers whose numbers are stored; the oldest are dropped first.
  public static let openLimit = 16

  private struct Entry: Sendable {
    var key: SourceKey
    var isAccepted: Bool?
    var number: UInt32?

    /// The entry as a line of a file, without a number if none has been drawn.
    var line: String {
      let words = [key.line, isAccepted.map { $0 ? "yes" : "no" } ?? "open"]
      return (words + (number.map { [String($0, radix: 16)] } ?? [])).joined(separator: " ") + "\n"
    }
  }

  private var entries: [Entry] = []

  /// Creates the answers from the lines of `text`; invalid lines are ignored.
  public init(_ text: String = "") {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let transport = GatewayHeader.Transport.inputs.first { $0.name == words.first }
      guard (4...5).contains(words.count), let transport, let address = Address(words[1]),
        let device = UInt8(words[2]), let answer = ["yes": true, "no": false, "open": nil][words[3]]
      else { continue }
      let number = words.count == 5 ? UInt32(words[4], radix: 16) : nil
      guard words.count == 4 || number.map({ self[$0] == nil }) == true else { continue }
      put(
        Entry(
          key: SourceKey(transport: transport, address: address, device: device), isAccepted: answer,
          number: number))
    }
  }

  /// The answers as the text of a file.
  public var text: String { entries.map(\.line).joined() }

  /// The answer to the controller of `key`; nil if it has to ask.
  ///
  /// Setting nil also forgets the controller's number.
  public subscript(key: SourceKey) -> Bool? {
    get { entries.first { $0.key == key }?.isAccepted }
    set {
      let number = number(of: key)
      entries.removeAll { $0.key == key }
      if let newValue { put(Entry(key: key, isAccepted: newValue, number: number)) }
    }
  }

  /// Returns whether a controller of the protocol `transport` at `address` has been accepted.
  func accept(_ transport: GatewayHeader.Transport, at address: Address) -> Bool {
    entries.contains { $0.isAccepted == true && ($0.key.transport, $0.key.address) == (transport, address) }
  }

  /// The number that identifies the controller of `key` to the daemon; nil if none is stored.
  func number(of key: SourceKey) -> UInt32? { entries.first { $0.key == key }?.number }

  /// The controller whose number is `number`; nil if there is none.
  subscript(number: UInt32) -> SourceKey? { entries.first { $0.number == number }?.key }

  /// Stores the number of the controller of `key`, and keeps the answer to that controller if there is one.
  mutating func keep(_ number: UInt32, of key: SourceKey) {
    put(Entry(key: key, isAccepted: self[key], number: number))
  }

  /// Replaces the same controller's entry, or appends a new one.
  private mutating func put(_ entry: Entry) {
    if let former = entries.firstIndex(where: { $0.key == entry.key }) {
      entries[former] = entry
      return
    }
    let isOpen = entry.isAccepted == nil
    let alike = entries.indices.filter { (entries[$0].isAccepted == nil) == isOpen }
    if alike.count == (isOpen ? Answers.openLimit : Answers.limit) { entries.remove(at: alike[0]) }
    entries.append(entry)
  }
}
