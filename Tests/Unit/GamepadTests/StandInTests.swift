import Testing

@testable import Gamepad

@Suite struct StandInTests {
  @Test(arguments: Identity.named.map(\.name))
  func `Each identity has one that stands in for it, of the other device`(_ name: String) throws {
    let identity = try #require(Identity.named.first { $0.name == name }?.identity)
    let standIn = try #require(identity.standIn)
    #expect((identity.hid == nil) != (standIn.hid == nil))
  }

  @Test func `What stands in for an identity with sensors has sensors, or gets them beside it`() {
    #expect(Identity.accelerometer.standIn == .dualSense)
    #expect(Identity.dualSense.standIn?.hid == nil)
  }
}
