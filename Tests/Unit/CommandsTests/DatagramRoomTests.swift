import Dialects
import Platform
import Testing

/// The room for a datagram in every socket, compared with the sizes in the protocols of other projects.
@Suite struct DatagramRoomTests {
  @Test(arguments: [
    OSCPacket.longest, DroidPadEvent.longest, YokeMessage.longest, DSU.longest, RetroPadChange.size,
    HeadPose.size,
  ])
  func `The longest message of a protocol fits into a datagram`(_ longest: Int) {
    #expect(longest <= DatagramSocket.longest)
  }
}
