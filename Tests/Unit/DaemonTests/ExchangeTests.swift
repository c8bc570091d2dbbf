import Gamepad
import Model
import Testing

@testable import Daemon

/// The replacement of a pad whose player asks for another identity.
@Suite struct ExchangeTests {
  private static let wheel: UInt8 = 5

  @Test func `A pad is made as its controller asks from the start`() throws {
    var house = try House()
    house.play(asking: 3)
    let hasShare = house.hasShare()
    #expect(hasShare && house.journal.events == ["attached 1"])
  }

  @Test func `A pad gives way to the one that is asked for later, and to nothing when that is the same`()
    throws
  {
    var house = try House()
    house.play()
    let before = house.hasShare()
    house.play(asking: 3)
    let after = house.hasShare()
    house.play(asking: 3)
    house.play(asking: 0)
    house.play(asking: 1)
    #expect(!before && after)
    #expect(house.journal.events == ["attached 1", "exchanged 1", "exchanged 1"])
  }

  @Test func `A player's own identity wins over the request, and the request over the common one`() throws {
    var choice = IdentityChoice(common: .generic)
    let first = PlayerSlot(index: 0)
    #expect(choice.identity(of: first, request: 0) == .generic)
    #expect(choice.identity(of: first, request: Self.wheel) == .wheel)
    #expect(choice.identity(of: first, request: 255) == .generic)
    choice.own[first] = .xboxSeries
    #expect(choice.identity(of: first, request: Self.wheel) == .xboxSeries)
    #expect(choice.identity(of: PlayerSlot(index: 1), request: Self.wheel) == .wheel)
    var house = try House(choice)
    house.play(asking: Self.wheel)
    house.play(asking: 1)
    let hasShare = house.hasShare()
    #expect(hasShare && house.journal.events == ["attached 1"])
  }

  @Test func `Where controllers may not choose, their identities change nothing`() throws {
    var house = try House(granting: [])
    house.play(asking: 3)
    house.play(asking: Self.wheel)
    let hasShare = house.hasShare()
    #expect(!hasShare && house.journal.events == ["attached 1"])
  }
}
