import Bridge
import Model
import Room
import TestHost
import Wire

@testable import Engine

/// The internal state of the engine, which tests may read and change.
extension HostHarness {
  var bridge: Bridge {
    _read { yield engine.bridge }
    _modify { yield &engine.bridge }
  }

  var room: Room {
    _read { yield engine.room }
    _modify { yield &engine.room }
  }

  /// The feedback sent to controllers without encryption, with its times.
  var told: [(at: Instant, frame: Feedback)] {
    sent.compactMap { sent in
      let frames = sent.datagram.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size) }
      return frames?.feedback.map { (sent.at, $0) }
    }
  }

  /// The forces sent to controllers without encryption, with their times.
  var toldForces: [(at: Instant, torque: Torque?, conditions: NumberedConditions?)] {
    sent.compactMap { sent in
      let frames = sent.datagram.withBytes { try? HostFrames(parsing: $0, from: PlainHeader.size) }
      guard let frames, frames.torque != nil || frames.conditions != nil else { return nil }
      return (sent.at, frames.torque, frames.conditions)
    }
  }

  /// Sets the state of the first player's wheel.
  mutating func push(_ force: PadForce) {
    engine.apply(.force(PlayerSlot(index: 0), force), at: now)
    pass(.zero)
  }

  /// Sets the feedback that another program requests for the first player's controller.
  mutating func lend(_ feedback: PadFeedback) {
    bridge.players.lendFeedback(feedback, to: PlayerSlot(index: 0), at: now)
    pass(.zero)
  }

  /// Sets the feedback that games request for the first player's controller.
  mutating func want(_ feedback: PadFeedback) {
    engine.apply(.feedback(PlayerSlot(index: 0), feedback), at: now)
    pass(.zero)
  }
}
