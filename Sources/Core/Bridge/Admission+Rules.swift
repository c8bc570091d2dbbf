import Channel
import Cryptography
import Model
import Wire

extension Admission {
  /// A QR code on display, valid for one device.
  struct Offer: Sendable {
    let preShared: Secret
    let ends: Instant
    var taker: PublicKey?

    /// Returns whether the controller with `key` may use the code.
    ///
    /// It may if nobody has used the code, or if the controller itself has used it and is still among
    /// `devices`.
    func isFree(for key: PublicKey, among devices: Devices) -> Bool {
      taker == nil || taker == key && devices[key] != nil
    }
  }

  /// The rules for starting a session, at one instant.
  struct Rules: Sendable {
    let now: Instant
    let devices: Devices
    let takeovers: TakeoverLimit
    let welcome: Welcome
    let allowsConfirmation: Bool
    /// The QR code on display; nil if there is none.
    let offer: Offer?

    /// Returns whether the controller with `key` and this `introduction` may start a session with pairing mode `mode`.
    func judge(_ key: PublicKey, _ mode: PairingMode, _ introduction: Introduction) -> HostChannel.Permission
    {
      if takeovers.isShutOut(key, at: now) { return .refused(.takeover) }
      let device = devices[key]
      if device == nil && devices.isFull { return .refused(.full) }
      if let device, device.role == .buzzer, introduction.role != .buzzer { return .refused(.role) }
      switch mode {
      case .known, .pin:
        guard let device else { return .unknown }
        return .welcome(welcome, preShared: device.preShared)
      case .code:
        guard let offer, now < offer.ends, offer.isFree(for: key, among: devices) else {
          return .refused(.pairingClosed)
        }
        return .welcome(welcome, preShared: offer.preShared)
      case .confirm:
        guard allowsConfirmation else { return .refused(.pairingClosed) }
        return .welcome(welcome, preShared: .zero, waitsForHost: true)
      }
    }
  }

  /// Returns the rules at `now`.
  ///
  /// They must be cheap to make, because most senders of a handshake have no right to a session.
  func rules(at now: Instant) -> Rules {
    let host = channel.announcement
    return Rules(
      now: now, devices: devices, takeovers: takeovers,
      welcome: Welcome(
        limit: host.limit, session: host.session, time: UInt64(max(0, now.nanoseconds / 1_000))),
      allowsConfirmation: settings.allowsConfirmation, offer: offer)
  }
}
