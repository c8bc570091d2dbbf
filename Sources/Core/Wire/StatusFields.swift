import Model

// The fields of a player's status, each in the order of docs/protocol.md, "Status frames".

extension PeerID {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ transport: GatewayHeader.Transport) {
    let address = Address(high: bytes.u64(at: offset), low: bytes.u64(at: offset + 8))
    guard transport == .direct else {
      self = .gateway(
        connection: UInt32(truncatingIfNeeded: address.high),
        controller: UInt32(truncatingIfNeeded: address.low))
      return
    }
    self = .network(
      Endpoint(address: address, port: bytes.u16(at: offset + 20), scope: bytes.u32(at: offset + 16)))
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
  init(parsing bytes: Span<UInt8>) {
    self.init(
      buttons: Buttons(rawValue: bytes.u32(at: 0)),
      leftStick: Stick(x: bytes.i16(at: 4), y: bytes.i16(at: 6)),
      rightStick: Stick(x: bytes.i16(at: 8), y: bytes.i16(at: 10)),
      leftTrigger: bytes[12], rightTrigger: bytes[13])
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(buttons.rawValue)
    datagram.append(leftStick.x)
    datagram.append(leftStick.y)
    datagram.append(rightStick.x)
    datagram.append(rightStick.y)
    datagram.append(leftTrigger)
    datagram.append(rightTrigger)
  }
}

extension PlayerCounts {
  /// Decodes the counts that have a field; skips other counts, which come from a newer daemon.
  init(parsing bytes: Span<UInt8>) {
    self.init()
    bytes.forEachCounter { number, count in
      if Self.fields.indices.contains(number) { self[keyPath: Self.fields[number].path] = count }
    }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for number in Self.fields.indices {
      datagram.append(counter: number, self[keyPath: Self.fields[number].path])
    }
  }
}

extension DelayCounts {
  init(parsing bytes: Span<UInt8>) {
    self.init()
    for bin in 0..<DelayCounts.count { self[bin] = bytes.u32(at: 4 * bin) }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    for bin in 0..<DelayCounts.count { datagram.append(self[bin]) }
  }
}

extension ClockOffset {
  init(parsing bytes: Span<UInt8>) {
    self.init(
      lower: Int32(bitPattern: bytes.u32(at: 0)), upper: Int32(bitPattern: bytes.u32(at: 4)),
      roundTrip: bytes.u32(at: 8), isSuspect: bytes[12] & 1 == 1)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(lower)
    datagram.append(upper)
    datagram.append(roundTrip)
    datagram.append(UInt8(isSuspect ? 1 : 0))
  }
}
