import Cryptography
import Model
import Testing
import Wire

@testable import Channel

@Suite struct LinkTableTests {
  var scene = Scene()

  @Test mutating func `Eight handshakes wait, two of a key and two of an address; the oldest gives way`() {
    var table = LinkTable()
    let keys = (0..<12).map { _ in KeyPair(from: &scene.dice).publicKey }
    func add(_ number: Int, _ key: Int, at last: UInt32) {
      let entry = entry(UInt32(number), keys[key], Scene.endpoint(last), Int64(number))
      table.makeRoom(for: entry.owner, from: entry.endpoint.address)
      table.insert(entry)
    }
    for number in 0..<10 { add(number, number, at: UInt32(number)) }
    #expect((0..<10).map { table[UInt32($0)] != nil } == [false, false] + Array(repeating: true, count: 8))
    add(10, 9, at: 20)
    add(11, 9, at: 21)
    #expect(table[9] == nil && table[10] != nil && table[11] != nil)
    add(12, 10, at: 21)
    add(13, 11, at: 21)
    #expect(table[11] == nil && table[12] != nil && table[13] != nil)
  }

  @Test mutating func `Thirty-two handshakes of strangers wait, and take none of the places of others`() {
    var table = LinkTable()
    let key = KeyPair(from: &scene.dice).publicKey
    let known = entry(99, key, Scene.endpoint(99), 0)
    table.makeRoom(for: known.owner, from: known.endpoint.address)
    table.insert(known)
    for number in 0..<40 as Range<UInt32> {
      let key = KeyPair(from: &scene.dice).publicKey
      var stranger = entry(number, key, Scene.endpoint(number), Int64(number))
      stranger.owner.isStranger = true
      table.makeRoom(for: stranger.owner, from: stranger.endpoint.address)
      table.insert(stranger)
    }
    #expect((0..<40).map { table[UInt32($0)] != nil } == (0..<40).map { $0 >= 8 })
    #expect(table[99] != nil)
  }

  @Test mutating func `No two sessions have the same index, whatever is drawn`() {
    var table = LinkTable()
    var seen: Set<UInt32> = []
    let key = KeyPair(from: &scene.dice).publicKey
    for _ in 0..<256 {
      guard let index = table.freeIndex(0xffff_ffff_ff12_3456) else { break }
      #expect(index >> 8 == 0x1234)
      seen.insert(index)
      table.insert(entry(index, key, Scene.endpoint(1), 0))
    }
    #expect(seen.count == 256)
    #expect(table.freeIndex(7) == nil)
  }

  private func entry(
    _ index: UInt32, _ key: PublicKey, _ endpoint: Endpoint, _ second: Int64
  ) -> LinkTable.Entry {
    let keys = TransportKeys(receiving: .zero, sending: .zero, hash: Bytes32(repeating: 0))
    return LinkTable.Entry(
      link: Link(
        index: index, peerIndex: 1, keys: keys, at: scene.now + .seconds(second),
        provisionally: LinkTable.pendingLifetime),
      owner: LinkTable.Owner(
        key: key, mode: .known,
        introduction: Introduction(
          epoch: 1, capabilities: [], deviceClass: .phone, sampleRate: 1, name: DeviceName("")),
        isStranger: false),
      endpoint: endpoint)
  }
}
