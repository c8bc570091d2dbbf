public import Model

/// The header in front of the frames of a gateway's controller.
public struct GatewayHeader: Hashable, Sendable {
  /// The header's size in bytes; the frames follow.
  public static let size = 24

  /// The transport between the gateway and the controller.
  public var transport: Transport
  /// The controller's number, chosen by the gateway and unchanged as long as the controller is the same.
  public var controller: UInt32
  /// The packet's number for this controller; it wraps at 65536 from the host, and never from the gateway.
  public var counter: UInt32
  /// The time, on the host's monotonic clock, at which the gateway received or the host sent the packet.
  public var received: Instant

  /// Creates a header.
  public init(transport: Transport, controller: UInt32, counter: UInt32, received: Instant) {
    self.transport = transport
    self.controller = controller
    self.counter = counter
    self.received = received
  }

  init(parsing bytes: Span<UInt8>) throws(Drop) {
    guard bytes.count >= GatewayHeader.size else { throw .tooShort }
    guard bytes.count <= GatewayHeader.size + PlainHeader.largestPacket else { throw .tooLong }
    guard let transport = Transport(rawValue: bytes[1]), transport != .direct, bytes.u16(at: 2) == 0,
      bytes.u32(at: 12) == 0
    else { throw .reservedNotZero }
    self.init(
      transport: transport, controller: bytes.u32(at: 4), counter: bytes.u32(at: 8),
      received: Instant(nanoseconds: Int64(bitPattern: bytes.u64(at: 16))))
  }

  /// Returns the header followed by `frames`.
  public func datagram(_ frames: Span<UInt8>) -> LocalDatagram {
    var datagram = LocalDatagram()
    write(to: &datagram)
    datagram.append(contentsOf: frames)
    return datagram
  }

  /// Appends the header to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(LocalMessageKind.frames.rawValue)
    datagram.append(transport.rawValue)
    datagram.append(UInt16(0))
    datagram.append(controller)
    datagram.append(counter)
    datagram.append(UInt32(0))
    datagram.append(received.nanoseconds)
  }
}
