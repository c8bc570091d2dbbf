import Guards
import Model
import Motion
import Wire

extension Player {
  /// Returns the player's state as the local socket reports it.
  func status(_ slot: PlayerSlot, _ seat: Roster.Seat, at now: Instant) -> PlayerStatus {
    var status = PlayerStatus(of: slot, at: seat.peer, by: transport)
    (status.isConnected, status.phase, status.token) = (
      seat.isConnected, input.stage(at: now), seat.key.token
    )
    (status.battery, status.rawTilt, status.tilt) = (input.state?.battery, input.state?.tilt, input.smoothed)
    (status.report, status.jitter, status.silence) = (input.report, arrivals.jitter, now - newestAt)
    (status.counts, status.drops, status.delays) = (counts + input.counts, drops, arrivals.delays)
    status.clock = clock.bounds.offset(at: now)
    return status
  }
}
