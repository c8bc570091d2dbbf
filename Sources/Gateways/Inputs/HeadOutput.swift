import Dialects
import Model
import Wire

/// A head tracker for opentrack: one player's tilt, sent as 48 bytes with each status of the player.
struct HeadOutput: Output {
  let topics: Watch.Topics = .status
  var messages: [OutputMessage] = []

  private let player: PlayerSlot
  private let target: Endpoint

  /// Creates a head tracker that follows `player` and sends to the program at `target`.
  init(player: PlayerSlot, to target: Endpoint) { (self.player, self.target) = (player, target) }

  mutating func show(_ player: PlayerStatus) {
    guard player.slot == self.player, player.isConnected, let tilt = player.tilt else { return }
    messages.append(OutputMessage(HeadPose(tilt).datagram, to: target))
  }
}
