import Model
import Wire

/// Messages of the local socket, both ways.
func fuzz(_ bytes: Span<UInt8>) {
  if let packet = try? LocalPacket(parsing: bytes) {
    if case .frames = packet { return }
    let same = packet.datagram.withBytes { written in
      written.count == bytes.count && written.indices.allSatisfy { written[$0] == bytes[$0] }
    }
    require(same, "a message is written as it was read")
  }
  if case .player(let status) = try? StatusPacket(parsing: bytes) {
    var datagram = Datagram<640>()
    status.write(to: &datagram)
    require(datagram.count == bytes.count, "a status keeps its size")
  }
}
