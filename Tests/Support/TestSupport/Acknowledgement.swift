import Model
public import Wire

/// Returns the host's acknowledgement of the edges in the PLAIN `packet` of the controller with `token`; nil if the
/// packet has no edges.
public func acknowledgement(of packet: Datagram<512>, token: UInt32) -> Datagram<512>? {
  let frames = packet.withBytes { try? ControllerFrames(parsing: $0, from: PlainHeader.size) }
  guard let next = frames?.edges?.next else { return nil }
  var answer = HostFrames()
  answer.acknowledgement = Acknowledgement(newest: 0, received: 0, nextEdge: next, delay: 0)
  return answer.datagram(after: PlainHeader(sequence: 0, token: token))
}
