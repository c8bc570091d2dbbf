import Cryptography
import Model
import TestSupport
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

  @Test mutating func `Only the keys in use encrypt: not those of a handshake, and not those replaced`() {
    var table = LinkTable()
    let key = KeyPair(from: &scene.dice).publicKey
    let (one, two) = (entry(1, key, Scene.endpoint(1), 0), entry(2, key, Scene.endpoint(2), 0))
    table.insert(one)
    table.insert(two)
    func seal(_ index: UInt32) -> Endpoint? {
      var datagram = Datagram<512>()
      return table.seal([1].span, index, at: scene.now, into: &datagram)
    }
    #expect(seal(1) == nil && table.stage(of: 1) == .pending)
    #expect(table.confirm(1, at: scene.now) == (nil, false) && seal(1) == one.endpoint && seal(2) == nil)
    #expect(table.confirm(2, at: scene.now) == (1, true) && table.stage(of: 1) == .previous(2))
    #expect(seal(1) == nil && seal(2) == two.endpoint && table.generation(of: 2) == 1)
    #expect(seal(258) == nil, "another index at the same position")
    table.remove(258)
    table.remove(2)
    #expect(seal(2) == nil && table[2] == nil && table[1] != nil)
  }

  @Test mutating func `A third change of keys forgets the first, and a new run forgets them all`() {
    var table = LinkTable()
    let key = KeyPair(from: &scene.dice).publicKey
    for number in 1...4 as ClosedRange<UInt32> {
      var entry = entry(number, key, Scene.endpoint(number), 0)
      if number == 4 { entry.owner.introduction.epoch = 2 }
      table.insert(entry)
      #expect(
        table.confirm(number, at: scene.now) == (number == 1 ? nil : number - 1, (2...3).contains(number)))
    }
    #expect((1...4).map { table[$0] != nil } == [false, false, false, true] && table.generation(of: 4) == 0)
    #expect(table.confirm(9, at: scene.now) == (nil, false), "no link has this index")
  }

  @Test func `Keys are to be changed with the last packet of their number, and after an hour`() {
    let keys = TransportKeys(receiving: .zero, sending: .zero, hash: Bytes32(repeating: 0))
    var link = Link(index: 1, peerIndex: 1, keys: keys, at: scene.now)
    link.next = Link.packetLimit - 1
    #expect(link.rekeyDue(at: scene.now) == scene.now + .seconds(3_600))
    link.next = Link.packetLimit
    #expect(link.rekeyDue(at: scene.now) == scene.now)
  }

  @Test func `Keys are to be changed with the last packet of the peer's number too`() {
    let keys = TransportKeys(receiving: .zero, sending: .zero, hash: Bytes32(repeating: 0))
    var peer = Link(index: 1, peerIndex: 1, keys: keys, at: scene.now)
    var link = peer
    for (number, isDue) in [(Link.packetLimit - 1, false), (Link.packetLimit, true)] {
      peer.next = number
      var datagram = Datagram<512>()
      let isSealed = peer.seal([UInt8(1)].span, at: scene.now, into: &datagram)
      #expect(isSealed)
      var bytes = datagram.array
      let now = scene.now
      let isNewest = bytes.withMutableBytes { bytes in
        try? link.open(&bytes, SealedHeader(parsing: bytes.span), at: now)
      }
      #expect(isNewest == true)
      #expect(link.rekeyDue(at: now) == (isDue ? now : now + .seconds(3_600)))
    }
  }

  @Test mutating func `A link ends at its time, the others stay`() {
    var table = LinkTable()
    let keys = (0..<3).map { _ in KeyPair(from: &scene.dice).publicKey }
    for number in 0..<3 as Range<UInt32> {
      table.insert(entry(number, keys[Int(number)], Scene.endpoint(number), Int64(number)))
    }
    #expect(table.earliest == scene.now + LinkTable.pendingLifetime)
    #expect(table.nextEnded(at: scene.now + .milliseconds(4_999)) == nil)
    #expect(table.nextEnded(at: scene.now + .seconds(5))?.link.index == 0)
    #expect(table.nextEnded(at: scene.now + .seconds(5)) == nil)
    #expect(table.earliest == scene.now + .seconds(6))
    #expect(table.confirm(1, at: scene.now) == (nil, false) && table.earliest == scene.now + .seconds(7))
    table.dropPending()
    #expect(table[1] != nil && table[2] == nil && table.earliest == scene.now + .seconds(3_610))
  }

  @Test mutating func `Sixty-four paired devices have sessions, and each may renew its own`() {
    var table = LinkTable()
    var owners: [LinkTable.Owner] = []
    for number in 0..<64 as Range<UInt32> {
      let entry = entry(number, KeyPair(from: &scene.dice).publicKey, Scene.endpoint(number), 0)
      owners.append(entry.owner)
      #expect(table.hasRoom(for: entry.owner, from: entry.endpoint.address))
      table.insert(entry)
      _ = table.confirm(number, at: scene.now)
    }
    var other = owners[0]
    other.key = KeyPair(from: &scene.dice).publicKey
    #expect(!table.hasRoom(for: other, from: Scene.endpoint(99).address))
    #expect(table.hasRoom(for: owners[63], from: Scene.endpoint(99).address))
    (other.isStranger, other.mode) = (true, .confirm)
    #expect(
      table.hasRoom(for: other, from: Scene.endpoint(99).address), "strangers have a share of their own")
  }

  @Test mutating func `Of strangers an address has one session, a network three, and all have four`() {
    var table = LinkTable()
    func add(_ number: UInt32, at address: Address) -> Bool {
      var fresh = entry(number, KeyPair(from: &scene.dice).publicKey, Endpoint(address: address, port: 1), 0)
      (fresh.owner.isStranger, fresh.owner.mode) = (true, .confirm)
      guard table.hasRoom(for: fresh.owner, from: address) else { return false }
      table.insert(fresh)
      _ = table.confirm(number, at: scene.now)
      return true
    }
    func neighbour(_ number: UInt64) -> Address { Address(high: 0x2001_0db8 << 32, low: number) }
    #expect(add(0, at: neighbour(1)) == true && add(1, at: neighbour(1)) == false)
    #expect(add(2, at: neighbour(2)) == true && add(3, at: neighbour(3)) == true)
    #expect(add(4, at: neighbour(4)) == false, "the network has three")
    #expect(add(5, at: Address(v4: 0x0a00_0001)) == true && add(6, at: Address(v4: 0x0a00_0002)) == false)
    table.settle(0)
    #expect(add(7, at: neighbour(1)) == true, "who is paired counts among the paired")
    table.settle(200)
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
