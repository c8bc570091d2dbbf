import Bridge
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
