import Bridge
import Model
import Room
import Venue

/// A host in a test, whose bridge and room reach each other.
protocol Joined {
  var venue: Venue { get set }
}

extension Joined {
  var bridge: Bridge {
    _read { yield venue.bridge }
    _modify { yield &venue.bridge }
  }

  var room: Room {
    _read { yield venue.room }
    _modify { yield &venue.room }
  }
}

/// A host in a test, on a clock of its own.
protocol Clocked: Joined {
  /// The time.
  var now: Instant { get set }
  /// Carries out `outcome`.
  mutating func execute(_ outcome: Bridge.Outcome)
}

extension Clocked {
  /// Lets time pass and does all work at the time at which it is due.
  mutating func pass(_ interval: Interval) {
    let end = now + interval
    while venue.nextDeadline <= end {
      now = max(now, venue.nextDeadline)
      drain()
    }
    now = end
    drain()
  }

  /// Does the work that is due now.
  mutating func drain() {
    while let outcome = venue.advance(to: now) { execute(outcome) }
  }
}
