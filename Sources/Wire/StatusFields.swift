import Model

/// The parts of a player's status, each in the order of docs/protocol.md, "The local socket".

extension PeerID {
  init(parsing bytes: Span<UInt8>, _ transport: GatewayHeader.Transport) {
    let address = Address(high: bytes.u64(at: 12), low: bytes.u64(at: 20))
    guard transport == .direct else {
      self = .gateway(
        connection: UInt32(truncatingIfNeeded: address.high),
        controller: UInt32(truncatingIfNeeded: address.low))
      return
    }
    self = .network(Endpoint(address: address, port: bytes.u16(at: 32), scope: bytes.u32(at: 28)))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    let endpoint: Endpoint =
      switch self {
      case .network(let endpoint): endpoint
      case .gateway(let connection, let controller):
        Endpoint(address: Address(high: UInt64(connection), low: UInt64(controller)), port: 0)
      }
    datagram.append(endpoint.address.high)
    datagram.append(endpoint.address.low)
    datagram.append(endpoint.scope)
    datagram.append(endpoint.port)
    datagram.append(UInt16(0))
  }
}

extension Tilt {
  init(exactly bytes: Span<UInt8>, at offset: Int) {
    self.init(
      roll: Angle(raw: Int32(bitPattern: bytes.u32(at: offset))),
      pitch: Angle(raw: Int32(bitPattern: bytes.u32(at: offset + 4))),
      yaw: Angle(raw: Int32(bitPattern: bytes.u32(at: offset + 8))))
  }

  func writeExactly<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(roll.raw)
    datagram.append(pitch.raw)
    datagram.append(yaw.raw)
  }
}

extension PadReport {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      buttons: Buttons(rawValue: bytes.u32(at: offset)),
      leftStick: Stick(x: bytes.i16(at: offset + 4), y: bytes.i16(at: offset + 6)),
      rightStick: Stick(x: bytes.i16(at: offset + 8), y: bytes.i16(at: offset + 10)),
      leftTrigger: bytes[offset + 12], rightTrigger: bytes[offset + 13])
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(buttons.rawValue)
    datagram.append(leftStick.x)
    datagram.append(leftStick.y)
    datagram.append(rightStick.x)
    datagram.append(rightStick.y)
    datagram.append(leftTrigger)
    datagram.append(rightTrigger)
    datagram.append(UInt16(0))
  }
}

extension PlayerStatus.Counts {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init()
    received = bytes.u64(at: offset)
    late = bytes.u64(at: offset + 8)
    lost = bytes.u64(at: offset + 16)
    edges = bytes.u64(at: offset + 24)
    recovered = bytes.u64(at: offset + 32)
    skipped = bytes.u64(at: offset + 40)
    hurried = bytes.u64(at: offset + 48)
    messages = bytes.u64(at: offset + 56)
    unread = bytes.u64(at: offset + 64)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(received)
    datagram.append(late)
    datagram.append(lost)
    datagram.append(edges)
    datagram.append(recovered)
    datagram.append(skipped)
    datagram.append(hurried)
    datagram.append(messages)
    datagram.append(unread)
  }
}

extension DelayCounts {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init()
    for bin in 0..<DelayCounts.count { self[bin] = bytes.u32(at: offset + 4 * bin) }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for bin in 0..<DelayCounts.count { datagram.append(self[bin]) }
  }
}

extension ClockOffset {
  /// Decodes the clock offset at `offset`; nil if `flags` say that the offset is not known.
  init?(parsing bytes: Span<UInt8>, at offset: Int, flags: UInt8) {
    guard flags & 4 != 0 else { return nil }
    self.init(
      lower: Int32(bitPattern: bytes.u32(at: offset)), upper: Int32(bitPattern: bytes.u32(at: offset + 4)),
      roundTrip: bytes.u32(at: offset + 8), isSuspect: flags & 8 != 0)
  }
}

extension ClockOffset? {
  /// The bits of a player status's flags for this offset: 4 known, 8 suspect.
  var flags: UInt8 { map { $0.isSuspect ? 12 : 4 } ?? 0 }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(self?.lower ?? 0)
    datagram.append(self?.upper ?? 0)
    datagram.append(self?.roundTrip ?? 0)
  }
}
