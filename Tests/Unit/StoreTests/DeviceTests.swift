import Cryptography
import Testing
import Wire

@testable import Store

@Suite struct DeviceTests {
  let place: Place

  init() throws { place = try Place() }

  @Test func `A device is found again as it was kept, also by the next program`() throws {
    var device = Device.sample(1, name: "Ada's phone ☃")
    (device.role, device.way, device.used) = (.buzzer, .pin, 1_795_000_100)
    do {
      let database = try place.open()
      try database.add(device)
      try database.add(.sample(2))
    }
    let database = try place.open(ifMissing: .fails)
    #expect(try database.device(device.key)?.told == device.told)
    #expect(try database.device(Device.sample(2).key)?.told == Device.sample(2).told)
    #expect(try database.device(Device.sample(3).key) == nil)
    #expect(try database.devices().map(\.told) == [device.told, Device.sample(2).told])
  }

  @Test func `Pairing again gives a device a new secret and no second place`() throws {
    let database = try place.open()
    try database.add(.sample(1))
    try database.touch(Device.sample(1).key, at: 1_795_000_050)
    var again = Device.sample(1, name: "New", paired: 1_795_000_100)
    again.preShared = Secret { $0[0] = 9 }
    try database.add(again)
    #expect(try database.devices().map(\.told) == [again.told])
  }

  @Test func `There are 64 devices at most, of whom each can be paired again`() throws {
    let database = try place.open()
    for number in 1...64 as ClosedRange<UInt8> { try database.add(.sample(number)) }
    #expect(throws: StoreError.full) { try database.add(.sample(65)) }
    #expect(try database.devices().count == 64)
    try database.add(.sample(7, name: "Again"))
    try database.revoke(Device.sample(8).key)
    try database.add(.sample(65))
    #expect(try database.devices().count == 64)
    #expect(try database.device(Device.sample(7).key)?.name.text == "Again")
  }

  @Test func `A device is renamed, revoked, and noted as used; one that is not there is an error`() throws {
    let database = try place.open()
    let key = Device.sample(1).key
    try database.add(.sample(1))
    try database.rename(key, to: DeviceName("Kitchen"))
    try database.touch(key, at: 1_795_000_200)
    try database.touch(key, at: 1_795_000_100)
    let device = try #require(try database.device(key))
    #expect(device.name.text == "Kitchen" && device.used == 1_795_000_200)
    try database.revoke(key)
    #expect(try database.device(key) == nil)
    #expect(throws: StoreError.unknownDevice) { try database.revoke(key) }
    #expect(throws: StoreError.unknownDevice) { try database.rename(key, to: DeviceName("x")) }
    #expect(throws: StoreError.unknownDevice) { try database.touch(key, at: 1) }
    #expect(try database.number("PRAGMA synchronous") == 2)
  }

  @Test func `A name of a strange controller is kept as it can be shown`() throws {
    let database = try place.open()
    var device = Device.sample(1, name: "a\u{1b}[31m\u{202e}b'; DROP TABLE device; --")
    try database.add(device)
    #expect(try database.devices().first?.name.text == "a[31mb'; DROP TABLE device; --")
    device.name.bytes = InlineArray { $0 == 39 ? 0xe2 : UInt8(ascii: "x") }
    try database.add(device)
    #expect(try database.devices().first?.name.text == String(repeating: "x", count: 39))
  }

  @Test func `A secret that was replaced or revoked is in no file any more`() throws {
    let database = try place.open()
    var device = Device.sample(1)
    device.preShared = Secret { for index in 0..<32 { $0[index] = UInt8(0xa0 + index % 16) } }
    let pattern = (0..<32).map { UInt8(0xa0 + $0 % 16) }
    try database.add(device)
    #expect(place.isFound(pattern))
    try database.add(.sample(1))
    #expect(!place.isFound(pattern))
    try database.add(device)
    try database.revoke(device.key)
    #expect(!place.isFound(pattern))
  }

  @Test func `The host's keys are made once, and are the same ever after`() throws {
    let first = try place.hostKey()
    #expect(try place.hostKey() == first)
    #expect(try place.crashed().hostKey() == first)
    #expect(try Place().hostKey() != first)
  }

  @Test func `A fingerprint is what sha256sum prints of the key`() {
    // This is the output of: printf '\1\7\7…' | sha256sum
    #expect(
      Device.sample(1).fingerprint == "ce92a4d1ccb46615619d047c8cd4ee20178196e0225dc6542ed4da829af74c47")
  }
}
