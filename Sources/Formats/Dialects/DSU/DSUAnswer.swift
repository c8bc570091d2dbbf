public import Wire

/// A message from a DSU server to its client.
public struct DSUAnswer: Hashable, Sendable {
  /// The number of the server, which is constant while it runs; some servers use 0.
  public var server: UInt32
  /// The content of the message.
  public var content: Content

  /// The contents of servers' messages.
  public enum Content: Hashable, Sendable {
    /// The protocol version that the server speaks.
    case version(UInt16)
    /// The pad in a slot, or an empty slot.
    case port(DSUPort)
    /// The state of a pad.
    case pad(DSUPad)
    /// The number of motors of the pad in a slot; an unofficial extension.
    case motors(DSUPort, count: UInt8)
  }

  /// Creates a message from a server.
  public init(server: UInt32, _ content: Content) {
    (self.server, self.content) = (server, content)
  }

  /// Decodes the message in `bytes`.
  ///
  /// - Throws: `size`, `kind`, `version`, `length`, `checksum`, `range` or `notFinite`.
  public init(parsing bytes: Span<UInt8>) throws(DialectDrop) {
    let envelope = try DSUEnvelope(parsing: bytes, from: .server)
    let body = bytes.extracting(envelope.body)
    server = envelope.sender
    switch envelope.kind {
    case .version:
      guard body.count == 2 || body.count == 4 else { throw .size }
      content = .version(body.little16(at: 0))
    case .ports:
      guard body.count == DSUPort.size + 1 else { throw .size }
      content = .port(try DSUPort(parsing: body))
    case .data:
      guard body.count == DSUPad.size else { throw .size }
      content = .pad(try DSUPad(parsing: body))
    case .motors:
      guard body.count == DSUPort.size + 1 else { throw .size }
      content = .motors(try DSUPort(parsing: body), count: body[DSUPort.size])
    case .rumble: throw .kind
    }
  }

  /// The bytes of the message.
  ///
  /// The version message ends with two extra zeros, which Cemu includes in the checksum.
  public var datagram: Datagram<100> {
    var datagram = DSUEnvelope.open(kind, from: .server, server)
    switch content {
    case .version(let version):
      datagram.append(version)
      datagram.append(UInt16(0))
    case .port(let port):
      port.write(to: &datagram)
      datagram.append(UInt8(0))
    case .pad(let pad): pad.write(to: &datagram)
    case .motors(let port, let count):
      port.write(to: &datagram)
      datagram.append(count)
    }
    DSUEnvelope.seal(&datagram)
    return datagram
  }

  private var kind: DSUEnvelope.Kind {
    switch content {
    case .version: .version
    case .port: .ports
    case .pad: .data
    case .motors: .motors
    }
  }
}

/// The pad in a slot of a server.
///
/// Dolphin treats any change except that of the battery as a new pad.
public struct DSUPort: Hashable, Sendable {
  /// The slot, 0 to 3.
  public var slot: UInt8
  /// The state of the slot.
  public var state: State
  /// The kind of the pad.
  public var model: Model
  /// The connection of the pad.
  public var connection: Connection
  /// The pad's hardware address: 48 bits, most significant byte first; some apps use the same for all phones.
  public var address: UInt64
  /// The charge: 0 if unknown, 1 (dying) to 5 (full), 0xEE while charging, 0xEF when charged.
  ///
  /// Some servers use other values.
  public var battery: UInt8

  /// The states of a slot.
  public enum State: UInt8, Sendable {
    /// No pad, a pad that may return, or a connected pad.
    case empty, reserved, connected
  }

  /// The kinds of pads.
  public enum Model: UInt8, Sendable {
    /// No pad, a pad with at most a partial gyroscope, a pad with a full one, or a pad that its server calls generic.
    case none, partGyroscope, gyroscope, generic
  }

  /// The kinds of connections to a pad.
  public enum Connection: UInt8, Sendable {
    /// Unknown or irrelevant, USB, or Bluetooth.
    case none, usb, bluetooth
  }

  /// The size, in bytes.
  static let size = 11

  /// Creates the description of `slot`: empty by default.
  public init(
    slot: UInt8, _ state: State = .empty, model: Model = .none, connection: Connection = .none,
    address: UInt64 = 0,
    battery: UInt8 = 0
  ) {
    (self.slot, self.state, self.model) = (slot, state, model)
    (self.connection, self.address, self.battery) = (connection, address, battery)
  }

  init(parsing body: Span<UInt8>) throws(DialectDrop) {
    guard body[0] < DSU.slots, let state = State(rawValue: body[1]), let model = Model(rawValue: body[2]),
      let connection = Connection(rawValue: body[3])
    else { throw .range }
    self.init(
      slot: body[0], state, model: model, connection: connection, address: body.address(at: 4),
      battery: body[10])
  }

  func write(to datagram: inout Datagram<100>) {
    datagram.append(slot)
    datagram.append(state.rawValue)
    datagram.append(model.rawValue)
    datagram.append(connection.rawValue)
    datagram.append(address: address)
    datagram.append(battery)
  }
}
