import Bridge
import Model
import Room
import Testing
import Wire

@testable import reaction_game

/// An app that is not part of Tiltpad, and that the bridge, the protocol and the daemon do not know.
@Suite struct OtherAppTests {
  private static let mode = Mode(rawValue: 130) ?? .play

  @Test func `A game of reactions plays its rounds with phones that know nothing of it`() throws {
    var party = Gathering(3, apps: [PadApp(.play), ReactionGame(Self.mode)])
    party.play()
    party.run(.milliseconds(200))
    party.room.setMode(Self.mode, at: party.now)
    for expected in [1, 2, 0] {
      _ = party.run(atMost: .seconds(8)) { party in party.seats.allSatisfy { $0.rounds.last?.isArmed == true }
      }
      #expect(party.seats.allSatisfy { $0.rounds.last?.isArmed == true })
      let at = party.now + .milliseconds(30)
      for index in [1, 2, 0] where index != expected {
        party.seats[index].moves = [(at + .milliseconds(60), Buttons(.a)), (at + .milliseconds(140), [])]
      }
      party.seats[expected].moves = [(at, Buttons(.a)), (at + .milliseconds(80), [])]
      party.run(.milliseconds(400))
      let winner = try #require(party.seats[expected].slot?.number)
      #expect(party.seats.allSatisfy { $0.rounds.last?.winner == winner })
    }
    #expect(party.seats.allSatisfy { $0.modes.last == Self.mode })
    party.room.setMode(.play, at: party.now)
    party.run(.milliseconds(200))
    let before = party.seats.map(\.rounds.count)
    party.run(.seconds(10))
    #expect(party.seats.map(\.rounds.count) == before, "a stopped game plays no more")
  }
}
