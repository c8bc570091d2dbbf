import Buzzer
import Impairment
import Model
import QuizRoom
import TestSupport
import Testing

/// Rounds in simulated rooms; `buzzer-rooms --check` plays many more.
@Suite struct RoomTests {
  private func lead(_ dice: inout Random) -> Milliseconds {
    dice.unit() < 0.75 ? 4 * dice.unit() : 80 * dice.unit()
  }

  @Test(arguments: Seat.rooms.map(\.name))
  func `Who is declared the winner was not later than anybody else`(_ name: String) throws {
    let room = try #require(Seat.rooms.first { $0.name == name })
    let verdicts = Verdicts.measure(room.seats, rooms: 1_000..<1_010, rounds: 20, lead: lead)
    #expect(verdicts.rounds == 200 && verdicts.wrong == 0)
    #expect(verdicts.decided > 10, "\(verdicts.decided) of 200")
  }

  @Test func `Judges who do not know bounds judge the same rounds wrong`() {
    let every = Delays.allCases.map { Seat($0) }
    let verdicts = Verdicts.measure(every, rooms: 0..<10, rounds: 20, believes: true, lead: lead)
    #expect(verdicts.wrong == 0)
    for wrong in [
      verdicts.wrongByBelief, verdicts.rounds - verdicts.rightByMedian,
      verdicts.rounds - verdicts.rightByArrival,
    ] {
      #expect(wrong > 20, "\(wrong) of 200")
    }
  }

  @Test func `A clock that goes in steps has to be known for one`() {
    var seats = Array(repeating: Seat.page(.wired, clockStep: 0.5), count: 2)
    let lead = { (dice: inout Random) in 0.2 * dice.unit() }
    #expect(Verdicts.measure(seats, rooms: 0..<20, rounds: 20, lead: lead).wrong == 0)
    for index in seats.indices { seats[index].precision = .zero }
    #expect(Verdicts.measure(seats, rooms: 0..<20, rounds: 20, lead: lead).wrong > 0)
  }

  @Test func `A page has to be known for one`() {
    var seats = [Seat.page(.quiet), Seat(.quiet)]
    #expect(Verdicts.measure(seats, rooms: 0..<10, rounds: 20, lead: lead).wrong == 0)
    seats[0].allowedInputDelay = .zero
    #expect(Verdicts.measure(seats, rooms: 0..<10, rounds: 20, lead: lead).wrong > 0)
  }
}

/// The tables of docs/buzzer.md from fewer rounds, compared with the ranges expected before the measurement.
@Suite struct GoldenTests {
  struct Lead: Sendable {
    var lead: Milliseconds
    var arrival, median, decided: ClosedRange<Double>
  }

  static let leads = [
    Lead(lead: 0.5, arrival: 0.50...0.70, median: 0.84...1, decided: 0...0.01),
    Lead(lead: 1, arrival: 0.60...0.78, median: 0.96...1, decided: 0...0.02),
    Lead(lead: 2, arrival: 0.74...0.90, median: 0.98...1, decided: 0.14...0.38),
    Lead(lead: 3, arrival: 0.80...0.95, median: 0.99...1, decided: 0.96...1),
    Lead(lead: 5, arrival: 0.87...0.99, median: 0.99...1, decided: 0.97...1),
  ]

  @Test(arguments: leads)
  func `Each lead is judged as often as expected, and never wrong`(_ row: Lead) {
    let verdicts = Verdicts.measure(Seat.house, rooms: 0..<25, rounds: 8) { _ in row.lead }
    let share = { (count: Int) in Double(count) / Double(verdicts.rounds) }
    #expect(row.arrival.contains(share(verdicts.rightByArrival)), "\(share(verdicts.rightByArrival))")
    #expect(row.median.contains(share(verdicts.rightByMedian)), "\(share(verdicts.rightByMedian))")
    #expect(row.decided.contains(share(verdicts.decided)), "\(share(verdicts.decided))")
    #expect(verdicts.wrong == 0)
  }

  struct Offset: Sendable {
    var delays: Delays
    /// The ranges for the 99th percentile of the midpoints' errors and for the half-width, in ms.
    var middle, halfWidth: ClosedRange<Double>
  }

  static let offsets = [
    Offset(delays: .quiet, middle: 0.20...0.30, halfWidth: 1.0...1.15),
    Offset(delays: .busy, middle: 0.25...0.45, halfWidth: 1.25...1.45),
    Offset(delays: .powerSave, middle: 0.20...0.45, halfWidth: 1.0...1.45),
  ]

  @Test(arguments: offsets)
  func `Bounds are narrow, have the truth within, and their middle beats what others do`(_ row: Offset) throws
  {
    let errors = OffsetErrors.measure(row.delays, players: 200)
    #expect(errors.inside == 1)
    #expect(row.halfWidth.contains(try #require(errors.halfWidth.percentile(50))))
    let middle = try #require(errors.bounds.percentile(99))
    #expect(row.middle.contains(middle), "\(middle)")
    for other in [errors.single, errors.quickest, errors.median] {
      #expect(try #require(other.percentile(99)) > middle)
    }
  }

  struct Wait: Sendable {
    var name: String
    var seats: [Seat]
    /// The ranges for the 50th and the 95th percentile, in ms.
    ///
    /// The 99th percentile needs more rounds, such as those of `buzzer-rooms`.
    var median, late: ClosedRange<Double>
  }

  static let waits = [
    Wait(name: "60 Hz", seats: Seat.house, median: 15...27, late: 26...60),
    Wait(name: "60 Hz, lossy", seats: Seat.house(rate: 60, loss: 0.1), median: 18...32, late: 32...70),
    Wait(name: "120 Hz", seats: Seat.house(rate: 120, loss: 0), median: 9...20, late: 18...60),
    Wait(name: "30 Hz", seats: Seat.house(rate: 30, loss: 0), median: 27...42, late: 38...75),
    Wait(name: "pages", seats: Seat.pages, median: 43...58, late: 55...90),
  ]

  @Test(arguments: waits.map(\.name))
  func `It is decided soon after the first press`(_ name: String) throws {
    let row = try #require(GoldenTests.waits.first { $0.name == name })
    let verdicts = Verdicts.measure(row.seats, rooms: 0..<25, rounds: 8) { 20 * $0.unit() }
    let spread = Spread(verdicts.waits)
    let (median, late) = (try #require(spread.percentile(50)), try #require(spread.percentile(95)))
    #expect(row.median.contains(median), "\(median) ms")
    #expect(row.late.contains(late), "\(late) ms")
    // This allows for the time until the press arrives, and for the 150 ms until the decision.
    #expect(try #require(spread.percentile(100)) < 300)
  }
}
