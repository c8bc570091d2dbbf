import Bridge
import Buzzer
import Model
import Room
import Testing
import Venue
import Wire

@Suite struct VenueTests {
  @Test func `The winner's key goes down once, and up again by itself`() throws {
    var party = QuizTests().quizRoom(2)
    party.obey(.arm)
    party.press(1, in: .milliseconds(50))
    let isDecided = party.reaches(within: .milliseconds(400)) { $0.room.quiz.phase == .locked }
    let slot = try #require(party.seats[1].slot)
    #expect(isDecided && party.venue.isStirred)
    let (down, none) = (party.venue.popKey(), party.venue.popKey())
    #expect(down?.slot == slot && down?.isPress == true && none == nil)
    party.run(.seconds(1))
    let (up, last) = (party.venue.popKey(), party.venue.popKey())
    #expect(up?.slot == slot && up?.isPress == false && last == nil)
  }

  @Test func `Players hear of a round only when it is released, if rounds are held back`() {
    var party = QuizTests().quizRoom(2)
    party.venue.holdsRounds = true
    party.obey(.arm)
    party.run(.milliseconds(200))
    #expect(party.seats.allSatisfy { $0.rounds.last?.isArmed != true } && party.venue.isStirred)
    let isTold = party.venue.releaseRounds(at: party.now)
    let isToldAgain = party.venue.releaseRounds(at: party.now)
    #expect(isTold && !isToldAgain)
    party.run(.milliseconds(200))
    #expect(party.seats.allSatisfy { $0.rounds.last?.isArmed == true })
  }
}
