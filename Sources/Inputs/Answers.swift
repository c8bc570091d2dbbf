public import Model
public import Wire

/// The identity of a controller that proves none: its protocol, its address, and its number there.
public struct SourceKey: Hashable, Sendable {
  /// The protocol.
  public var transport: GatewayHeader.Transport
  /// The address, from whatever port.
  public var address: Address
  /// The number of the controller among those at its address.
  public var device: UInt8

  /// Creates the identity.
  public init(transport: GatewayHeader.Transport, address: Address, device: UInt8) {
    (self.transport, self.address, self.device) = (transport, address, device)
  }

  /// The number of the controller at the daemon: the same after a restart of the gateway, so that the slot is (FNV-1a, 32 bits).
  var number: UInt32 {
    var hash: UInt32 = 0x811c_9dc5
    for byte in line.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }

  /// The identity as a line of a file.
  fileprivate var line: String { "\(transport.name) \(address) \(device)" }
}

/// The answers of people to the controllers that have asked: each is asked once.
public struct Answers: Sendable {
  /// The greatest number of answers that are remembered; the oldest give way.
  public static let limit = 256

  private var answers: [(key: SourceKey, isAccepted: Bool)] = []

  /// Creates the answers that `text` has, a line each; lines that are not understood are left out.
  public init(_ text: String = "") {
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let transport = GatewayHeader.Transport.inputs.first { $0.name == words.first }
      guard words.count == 4, let transport, let address = Address(words[1]), let device = UInt8(words[2]),
        ["yes", "no"].contains(words[3])
      else { continue }
      self[SourceKey(transport: transport, address: address, device: device)] = words[3] == "yes"
    }
  }

  /// The answers as the text of a file.
  public var text: String {
    answers.map { "\($0.key.line) \($0.isAccepted ? "yes" : "no")\n" }.joined()
  }

  /// Removes the answer to the controller of that number; returns whether there was one.
  mutating func remove(_ number: UInt32) -> Bool {
    let former = answers.count
    answers.removeAll { $0.key.number == number }
    return answers.count < former
  }

  /// The answer to the controller of `key`; nil if it has to ask.
  public subscript(key: SourceKey) -> Bool? {
    get { answers.first { $0.key == key }?.isAccepted }
    set {
      answers.removeAll { $0.key == key }
      guard let newValue else { return }
      if answers.count == Answers.limit { answers.removeFirst() }
      answers.append((key, newValue))
    }
  }
}
