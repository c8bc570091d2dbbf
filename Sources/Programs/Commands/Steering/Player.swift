import Gamepad
import Handset
import Model
import Platform

/// One of this machine's players: a controller with its real pad or the keys, and its transmission to a host.
final class Player {
  /// The player's index among those of this machine, from 0.
  let index: Int
  /// The node of the pad; nil if the keys steer.
  let node: InputNode?
  /// The source of the packets.
  var source: LiveSource
  /// The transmission of the packets.
  var transmission: Transmission

  /// Creates the player at `index` with the pad of `node`, whose input joins the transmission.
  ///
  /// - Throws: `SystemError` of `.poll`.
  init(
    at index: Int, with node: InputNode?, _ source: consuming LiveSource,
    by transmission: consuming Transmission
  ) throws(SystemError) {
    try source.join(transmission.poller)
    self.index = index
    self.node = node
    self.source = source
    self.transmission = transmission
  }

  /// The time at which ``advance(to:)`` is due.
  var deadline: Instant { transmission.deadline(of: source) }

  /// True if all goodbyes have been sent.
  var isOver: Bool { transmission.isOver }

  /// Does everything that is due by `now`.
  func advance(to now: Instant) { transmission.advance(&source, to: now) }

  /// Receives everything that has arrived.
  func serve() { transmission.serve(&source) }

  /// Begins to say goodbye; if it has already begun, stops waiting for acknowledgements.
  func leave(at now: Instant) { transmission.leave(at: now) }

  /// The tally up to now or, if they have begun, up to the goodbyes.
  var tally: Tally { transmission.tally(of: source, at: Clock.now()) }

  /// Adds the sensors of `other` if they belong to the pad and can be read.
  func add(sensorsOf other: InputNode) {
    guard let node, other.isAccelerometer, other.belongsToSameController(node), !source.hasSensors else {
      return
    }
    guard let sensors = try? PhysicalSensors(reading: other.path) else { return }
    try? source.add(sensors, to: transmission.poller)
  }
}
