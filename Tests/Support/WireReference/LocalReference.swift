package import Wire

/// A second implementation of the rules for two messages of the local socket.
///
/// It is written directly from docs/protocol.md, and is as simple as possible.
package enum LocalReference {
  /// Returns the reason for which `bytes`, which begin with 0xF0, are refused, or nil if they are read.
  package static func reason(message bytes: [UInt8]) -> Drop? {
    if bytes.count < 16 { return .tooShort }
    let zeros = bytes[10...15]
    if bytes[1] > 1 || bytes[3] > 200 || (bytes[8], bytes[9]) == (0, 0) { return .reservedNotZero }
    if zeros.contains(where: { $0 != 0 }) { return .reservedNotZero }
    if bytes.count < 16 + Int(bytes[3]) { return .tooShort }
    return bytes.count > 16 + Int(bytes[3]) ? .tooLong : nil
  }

  /// Returns the reason for which `bytes`, which begin with 0xF1, are refused, or nil if they are read.
  package static func reason(delivery bytes: [UInt8]) -> Drop? {
    if bytes.count != 16 { return bytes.count < 16 ? .tooShort : .tooLong }
    return bytes[1...3].contains { $0 != 0 } ? .reservedNotZero : nil
  }
}

/// Returns the outcome of reading `bytes` as a message of the local socket and writing it again.
///
/// `fromBridge` is true if the bridge sends the message.
package func localOutcome(_ bytes: [UInt8], fromBridge: Bool) -> Outcome {
  do throws(Drop) {
    var datagram = LocalDatagram()
    let isWritten = try writeGateways(bytes, to: &datagram)
    if !isWritten && fromBridge {
      write(try StatusPacket(parsing: bytes.span), of: bytes, to: &datagram)
    } else if !isWritten {
      write(try LocalPacket(parsing: bytes.span), of: bytes, to: &datagram)
    }
    return .ok(written: datagram.withBytes { written in written.indices.map { written[$0] } })
  } catch {
    return .refused(error)
  }
}

/// Writes a message between the bridge and a gateway if `bytes` are one; returns false if they are not.
///
/// These are notices to gateways, verdicts on sticks, requests for a gateway's status, and the requests and
/// answers about tickets, about the crowd and about links of overlays.
private func writeGateways(_ bytes: [UInt8], to datagram: inout LocalDatagram) throws(Drop) -> Bool {
  switch bytes.first {
  case 0xce: try OverlayRequest(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  case 0xcf: try OverlayAnswer(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  case 0xdc: try CrowdRequest(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  case 0xdd: try CrowdAnswer(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  case 0xe6:
    guard case .verdict(let verdict) = try GatewayPacket(parsing: bytes.span) else { return false }
    verdict.write(to: &datagram)
  case 0xf2: try SeatNotice(parsing: bytes.span).write(to: &datagram)
  case 0xf4: try SiteNotice(parsing: bytes.span).write(to: &datagram)
  case 0xf8:
    try TicketRequest(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  case 0xf9: try TicketAnswer(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  case 0xfa:
    try GatewayStatusRequest(parsing: bytes.span).datagram.withBytes { datagram.append(contentsOf: $0) }
  default: return false
  }
  return true
}

private func write(_ packet: LocalPacket, of bytes: [UInt8], to datagram: inout LocalDatagram) {
  switch packet {
  case .message(let message):
    message.write(to: &datagram, payload: bytes.span.extracting(message.payload))
  case .frames(let header):
    header.write(to: &datagram)
    datagram.append(contentsOf: bytes.span.extracting(GatewayHeader.size..<bytes.count))
  default: packet.datagram.withBytes { datagram.append(contentsOf: $0) }
  }
}

private func write(_ packet: StatusPacket, of bytes: [UInt8], to datagram: inout LocalDatagram) {
  switch packet {
  case .message(let message):
    message.write(to: &datagram, payload: bytes.span.extracting(message.payload))
  case .trace(let header):
    header.write(to: &datagram)
    datagram.append(contentsOf: bytes.span.extracting(TraceHeader.size..<bytes.count))
  case .delivery(let delivery): delivery.write(to: &datagram)
  case .host(let host): host.write(to: &datagram)
  case .player(let player): player.write(to: &datagram)
  case .peer(let peer): peer.write(to: &datagram)
  case .answer(let answer): answer.write(to: &datagram)
  case .stage(let stage): stage.write(to: &datagram)
  case .report(let pad): pad.datagram.withBytes { datagram.append(contentsOf: $0) }
  case .setting(let notice): notice.write(to: &datagram)
  case .otherVersion(let version):
    datagram.append(bytes[0])
    datagram.append(version)
  }
}
