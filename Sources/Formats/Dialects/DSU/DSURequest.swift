public import Wire

/// A message from a DSU client, such as an emulator, to its server.
public struct DSURequest: Hashable, Sendable {
  /// The number that distinguishes the client from others at the same address; it is constant while the client runs.
  public var client: UInt32
  /// The subject of the message.
  public var subject: Subject

  /// The subjects of clients' messages.
  public enum Subject: Hashable, Sendable {
    /// A request for the version of the protocol.
    case version
    /// A request for the contents of some slots; each of them, even an empty one, gets its own answer.
    case ports(DSUSlots)
    /// A subscription to the state of some pads, which ends five seconds after the client's last such
    /// request.
    case data(DSUSelection)
    /// A request for the number of some pads' motors; an unofficial extension.
    case motors(DSUSelection)
    /// A request to run a motor (0 or 1) with a strength of 0 to 255; an unofficial extension.
    ///
    /// The motor runs until the next request for it, at most for five seconds.
    case rumble(DSUSelection, motor: UInt8, strength: UInt8)
  }

  /// Creates a message from a client.
  public init(client: UInt32, _ subject: Subject) {
    (self.client, self.subject) = (client, subject)
  }

  /// Decodes the message in `bytes`.
  ///
  /// - Throws: `size`, `kind`, `version`, `length`, `checksum`, or `range` for more than four slots, or for
  ///   an invalid slot, flag or motor.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    let envelope = try DSUEnvelope(parsing: bytes, from: .client)
    let body = bytes.extracting(envelope.body)
    client = envelope.sender
    switch envelope.kind {
    case .version:
      guard body.count == 0 || body.count == 4 else { throw .size }
      subject = .version
    case .ports: subject = .ports(try DSUSlots(parsing: body))
    case .data:
      guard body.count == DSUSelection.size else { throw .size }
      subject = .data(try DSUSelection(parsing: body))
    case .motors:
      guard body.count == DSUSelection.size else { throw .size }
      subject = .motors(try DSUSelection(parsing: body))
    case .rumble:
      guard body.count == DSUSelection.size + 2 else { throw .size }
      guard body[DSUSelection.size] < 2 else { throw .range }
      subject = .rumble(
        try DSUSelection(parsing: body), motor: body[DSUSelection.size], strength: body[DSUSelection.size + 1]
      )
    }
  }

  /// The bytes of the message.
  public var datagram: Datagram<100> {
    var datagram = DSUEnvelope.open(kind, from: .client, client)
    switch subject {
    case .version: break
    case .ports(let slots): slots.write(to: &datagram)
    case .data(let pads), .motors(let pads): pads.write(to: &datagram)
    case .rumble(let pads, let motor, let strength):
      pads.write(to: &datagram)
      datagram.append(motor)
      datagram.append(strength)
    }
    DSUEnvelope.seal(&datagram)
    return datagram
  }

  private var kind: DSUEnvelope.Kind {
    switch subject {
    case .version: .version
    case .ports: .ports
    case .data: .data
    case .motors: .motors
    case .rumble: .rumble
    }
  }
}

/// A set of a server's slots; bit n stands for slot n.
public struct DSUSlots: OptionSet, Hashable, Sendable {
  /// The bits of the set, 0 to 15.
  public let rawValue: UInt8

  /// Creates the set of the slots whose bits are set.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// All four slots.
  public static let all = DSUSlots(rawValue: 0b1111)

  /// Returns whether `slot` is in the set.
  public func contains(slot: UInt8) -> Bool { slot < DSU.slots && rawValue >> slot & 1 == 1 }

  /// Decodes the number of slots and their list, which some senders pad to four slots.
  init(parsing body: Span<UInt8>) throws(DialectDrop) {
    guard (4...8).contains(body.count) else { throw .size }
    guard body.little32(at: 0) <= UInt32(DSU.slots) else { throw .range }
    let count = Int(body.little32(at: 0))
    guard count <= body.count - 4 else { throw .size }
    var bits: UInt8 = 0
    for index in 4..<4 + count {
      guard body[index] < DSU.slots else { throw .range }
      bits |= 1 << body[index]
    }
    self.init(rawValue: bits)
  }

  func write(to datagram: inout Datagram<100>) {
    datagram.append(UInt32(rawValue.nonzeroBitCount))
    for slot in 0..<DSU.slots where contains(slot: slot) { datagram.append(slot) }
  }
}

/// The pads that a request refers to.
///
/// A request may name a slot, a hardware address, or both; with both, a pad has to match only one of them.
/// Without either, the request refers to all pads.
public struct DSUSelection: Hashable, Sendable {
  /// The slot of the pad, 0 to 3; nil if the request names no slot.
  public var slot: UInt8?
  /// The pad's hardware address, 48 bits, most significant byte first; nil if the request names no address.
  public var address: UInt64?

  /// The size, in bytes.
  static let size = 8

  private enum Flag {
    static let slot: UInt8 = 1
    static let address: UInt8 = 2
  }

  /// Creates a selection, by default of all pads.
  public init(slot: UInt8? = nil, address: UInt64? = nil) {
    (self.slot, self.address) = (slot, address)
  }

  /// Returns whether the pad in `slot` with the hardware address `address` is selected.
  public func includes(slot: UInt8, address: UInt64) -> Bool {
    if self.slot == nil, self.address == nil { return true }
    return self.slot == slot || self.address == address
  }

  init(parsing body: Span<UInt8>) throws(DialectDrop) {
    let flags = body[0]
    guard flags <= 3 else { throw .range }
    if flags & Flag.slot != 0 {
      guard body[1] < DSU.slots else { throw .range }
      slot = body[1]
    }
    if flags & Flag.address != 0 { address = body.address(at: 2) }
  }

  func write(to datagram: inout Datagram<100>) {
    datagram.append((slot == nil ? 0 : Flag.slot) | (address == nil ? 0 : Flag.address))
    datagram.append(slot ?? 0)
    datagram.append(address: address ?? 0)
  }
}

extension Span<UInt8> {
  /// Returns the hardware address at `offset`, 48 bits, most significant byte first.
  func address(at offset: Int) -> UInt64 {
    (0..<6).reduce(0) { $0 << 8 | UInt64(self[offset + $1]) }
  }
}

extension Datagram {
  /// Appends a hardware address, 48 bits, most significant byte first.
  mutating func append(address: UInt64) {
    for index in 0..<6 { append(UInt8(truncatingIfNeeded: address >> UInt64(40 - 8 * index))) }
  }
}
