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
  /// True if all sticks of this machine belong to this player.
  var mergesSticks = false

  /// Creates the player at `index`, who plays with the pad at `node`, or with the keys if it is nil.
  ///
  /// From then on, the poller of `transmission` also waits for the input of `source`.
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

  /// The tally up to now, or up to the first goodbye if the goodbyes have begun.
  var tally: Tally { transmission.tally(of: source, at: Clock.now()) }

  /// Adds `stick`, which is plugged in at `node`.
  ///
  /// - Throws: `SystemError` of `.poll`.
  func add(_ stick: PhysicalStick, at node: InputNode) throws(SystemError) {
    try source.add(stick, mark: node.stickMark, to: transmission.poller, at: Clock.now())
  }

  /// Returns whether the stick at `node` belongs to this player; if it was unplugged before, adds it again.
  ///
  /// A player who merges sticks also gets a new stick if `isWanted` is true.
  func claim(_ node: InputNode, isWanted: Bool) -> Bool {
    let isPresent = source.hasStick(node.stickMark)
    guard let isPresent = isPresent ?? (mergesSticks && isWanted ? false : nil) else { return false }
    // A node that cannot be read yet is tried again when udev changes it.
    if !isPresent, let stick = try? PhysicalStick(reading: node.path) { try? add(stick, at: node) }
    return true
  }

  /// Adds the sensors of `other` if they belong to the pad and can be read.
  func add(sensorsOf other: InputNode) {
    guard let node, other.isAccelerometer, other.belongsToSameController(node), !source.hasSensors else {
      return
    }
    guard let sensors = try? PhysicalSensors(reading: other.path) else { return }
    try? source.add(sensors, to: transmission.poller)
  }
}
