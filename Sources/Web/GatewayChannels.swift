import Model
import Pages
import Platform
import Settings
import Wire

/// The pages that connect over data channels.
extension Gateway: DataChannelListener {
  /// Opens the port for data channels: `socket`, as the service manager has passed it, or one of the gateway's own.
  func openChannels(_ socket: consuming DatagramSocket?, _ identity: WebIdentity) {
    do throws(SystemError) {
      let own =
        if let socket = consume socket { socket } else {
          try DatagramSocket(bound: settings.endpoint(at: settings.port))
        }
      let port = try own.localEndpoint().port
      channels = try DataChannels(own, identity, for: self)
      try channels?.join(poller, Token.channels, Token.channelTimer)
      reception.seating.host.channels = Seating.ChannelPort(
        port: port, fingerprint: identity.shortFingerprint)
    } catch {
      channels = nil
      tell(.noDataChannels(port: settings.port, error))
    }
  }

  func open(_ channel: UInt32, by ticket: Ticket, from address: Address) -> Bool {
    defer { settle() }
    let now = Clock.now()
    guard let visitor = book.admit(ticket, at: now, using: &random) else { return false }
    reception.admit(visitor, isLocal: site.rules.isOwn(address))
    reception.open(channel, .webRTC, for: visitor.controller, book: &book, at: now)
    return true
  }
}
