import Bridge
import Engine
import Model
import TestHost
import Testing
import Wire

/// Shared pads that end, get other players, or are not continued.
@Suite struct ShareEndTests {
  private let main = PlayerSlot(index: 0)
  private let helper = PlayerSlot(index: 1)

  /// Returns two players who share a pad on which a game runs the strong motor.
  ///
  /// Their controllers number their edges.
  private func shaking(_ feedback: ShareFeedback) -> ShareTests.Party {
    var party = ShareTests.Party()
    for index in 0..<2 { party.states[index].nextEdge = 0 }
    let terms = ShareTerms(.one, feedback: feedback)
    #expect(party.order(.begin(main, helpers: PlayerSlots(helper), terms)) == .done)
    party.states[1].leftTrigger = 255
    party.states[1].sticks = .init(left: Stick(x: 32_767))
    party.run(.milliseconds(50))
    party.host.engine.apply(.feedback(main, PadFeedback(strong: 0xffff)), at: party.host.now)
    party.run(.milliseconds(100))
    return party
  }

  @Test func `When a share ends, the player feels again what only the helper felt, and both wheels are told`()
  {
    var party = shaking(.active)
    #expect(party.shaken() == [5_001])
    party.host.sent = []
    let count = party.host.abilities.count
    #expect(party.order(.leave(helper)) == .done)
    party.run(.milliseconds(100))
    #expect(party.shaken().contains(5_000) && party.host.abilities.count == count + 2)
  }

  @Test(arguments: [0, 1])
  func `When the player or the helper leaves, only the player goes on feeling the pad`(leaving: Int) {
    var party = shaking(.all)
    party.host.sent = []
    #expect(party.order(.leave(PlayerSlot(index: leaving))) == .done)
    party.run(.milliseconds(300))
    #expect(party.shaken() == [5_000])
  }

  @Test func `A shared pad that is exchanged shakes none of its members`() {
    var party = shaking(.all)
    #expect(party.shaken() == [5_000, 5_001])
    party.host.sent = []
    party.host.engine.apply(.replug(main), at: party.host.now)
    party.run(.milliseconds(300))
    #expect(party.shaken() == [])
  }

  @Test func `A share is not continued on the pad of another player`() {
    var party = ShareTests.Party()
    #expect(party.order(.begin(main, helpers: PlayerSlots(helper), ShareTerms(.one))) == .done)
    let kept = party.host.engine.keptShares
    var host = HostHarness.plain()
    let stranger = Roster.Key.plain(HostHarness.home, token: 9)
    #expect(host.engine.resume(main, of: stranger, request: 0, at: host.now) != nil)
    host.engine.resume(kept[0], at: host.now)
    #expect(host.engine.keptShares == [] && host.engine.players == PlayerSlots(main))
  }
}
