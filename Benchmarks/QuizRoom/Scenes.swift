public import Impairment
internal import TestSupport

extension Seat {
  /// The room of eight phones in the tables: three in a quiet network, two in a busy one, two that save power, and one
  /// on a cable.
  public static let house: [Seat] = [
    Seat(.quiet), Seat(.quiet), Seat(.quiet), Seat(.busy), Seat(.busy), Seat(.powerSave), Seat(.powerSave),
    Seat(.wired),
  ]

  /// The room of eight with pages in place of native controllers.
  public static let pages: [Seat] = house.map { .page($0.delays) }

  /// Returns the room of eight, in which each controller sends its state at `rate` Hz and the share `loss` of all
  /// packets is lost.
  public static func house(rate: Double, loss: Double) -> [Seat] {
    house.map { Seat($0.delays, rate: rate, loss: loss) }
  }

  private static let overtaking: [Seat] = house(rate: 120, loss: 0.1).map {
    var seat = $0
    seat.overtakes = true
    return seat
  }

  /// The rooms in which only the player who was first may ever win.
  public static let rooms: [(name: String, seats: [Seat])] =
    [
      ("the room of eight", house), ("the same with pages", pages),
      (
        "half pages, half native",
        house.enumerated().map { $0.offset % 2 == 0 ? .page($0.element.delays) : $0.element }
      ),
      ("a tenth of all packets lost", house(rate: 60, loss: 0.1)),
      ("packets that overtake each other", overtaking),
      ("every network at once", Delays.allCases.map { Seat($0) }),
      ("pages with clocks of 1 ms", house.dropLast().map { .page($0.delays, clockStep: 1) }),
    ] + Delays.allCases.map { delays in ("all \(delays.rawValue)", Array(repeating: Seat(delays), count: 4)) }
}

extension Random {
  /// Returns the presses of `count` players: a first one, a second one later by `lead`, and the others within 100 ms
  /// after the second.
  public mutating func presses(of count: Int, lead: Milliseconds) -> [Milliseconds?] {
    let order = (0..<count).shuffled(using: &self)
    var presses: [Milliseconds?] = Array(repeating: nil, count: count)
    let start = 50 + 100 * unit()
    for (place, index) in order.enumerated() {
      presses[index] = start + (place == 0 ? 0 : place == 1 ? lead : lead + 100 * unit())
    }
    return presses
  }
}
