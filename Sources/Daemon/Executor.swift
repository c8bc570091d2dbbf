package import Bridge
import Gamepad
package import Model
package import Platform
import Wire

/// Does what the bridge asks for: pads are plugged in, moved and unplugged, bytes are sent.
package struct Executor: ~Copyable {
  var bridge: Bridge
  package var pads: PadTable
  var clients = LocalClients()
  let started = Clock.now()
  let tell: Daemon.Tell

  /// An executor for `bridge` that plugs pads into `pads` and tells a person by `tell`.
  package init(bridge: Bridge, pads: consuming PadTable, tell: @escaping Daemon.Tell) {
    self.bridge = bridge
    self.pads = pads
    self.tell = tell
  }

  /// When something is due without a packet.
  package var nextDeadline: Instant {
    mutating get { min(bridge.nextDeadline, clients.nextStatus, pads.nextFeedback) }
  }

  /// Hands `bytes` to the bridge, and what it accepts to those who watch.
  mutating func receive(_ bytes: Span<UInt8>, from origin: Bridge.Origin, at now: Instant) -> Bridge.Outcome {
    let outcome = bridge.receive(bytes, from: origin, at: now)
    if clients.hasTraces, let accepted = bridge.accepted {
      clients.trace(
        TraceHeader(slot: accepted.slot, received: now),
        frames: bytes.extracting(accepted.frames..<bytes.count))
    }
    return outcome
  }

  /// Takes the `count` datagrams that `network` received last: the bridge judges each, and what it asks for is done.
  package mutating func take(_ count: Int, of network: borrowing DatagramSocket, at now: Instant) {
    for index in 0..<count {
      let outcome = network.withDatagram(index) { bytes, sender in
        receive(bytes, from: .network(sender), at: now)
      }
      execute(outcome, through: network, at: now)
      drain(through: network, at: now)
    }
  }

  /// Does everything that is due.
  package mutating func drain(through network: borrowing DatagramSocket, at now: Instant) {
    while let outcome = bridge.advance(to: now) { execute(outcome, through: network, at: now) }
  }

  /// Tells the bridge what games want of the controllers.
  mutating func passFeedback(at now: Instant) {
    while let (slot, feedback) = pads.takeDueFeedback(at: now) {
      bridge.setFeedback(feedback, of: slot, at: now)
    }
  }

  /// Does the one thing that the bridge asks for.
  mutating func execute(
    _ outcome: Bridge.Outcome, through network: borrowing DatagramSocket, at now: Instant
  ) {
    switch outcome {
    case .nothing, .dropped: break
    case .report(let slot, let report): emit(report, to: slot, at: now)
    case .attach(let slot): attach(slot, at: now)
    case .detach(let slot): detach(slot)
    case .send(let peer, let datagram): send(datagram, to: peer, through: network)
    }
  }

  private mutating func emit(_ report: PadReport, to slot: PlayerSlot, at now: Instant) {
    guard let code = pads.emit(report, to: slot) else { return }
    tell(.padFailed(slot, code: code))
    expel(slot, at: now)
  }

  /// Gives a new player a pad, and another one to a player whose controller has asked for it.
  ///
  /// The old pad goes first, so that the new one has its place among the players' pads.
  private mutating func attach(_ slot: PlayerSlot, at now: Instant) {
    let wish = bridge.wish(of: slot)
    guard !pads.isUpToDate(slot, wish: wish) else { return }
    let isExchange = pads.detach(slot)
    do throws(PadError) {
      let device = try pads.attach(slot, wish: wish)
      if isExchange { bridge.replug(slot, at: now) }
      tell(isExchange ? .exchanged(slot, device: device) : .attached(slot, device: device))
    } catch {
      tell(.padRefused(slot, error, isHID: pads.identities.identity(of: slot, wish: 0).hid != nil))
      expel(slot, at: now)
    }
  }

  private mutating func detach(_ slot: PlayerSlot) {
    if pads.detach(slot) { tell(.detached(slot)) }
  }

  /// A pad that fails costs its player the place, and nobody else anything.
  private mutating func expel(_ slot: PlayerSlot, at now: Instant) {
    if case .detach(let slot) = bridge.leave(slot, at: now) { detach(slot) }
  }

  private func send(
    _ datagram: Datagram<64>, to peer: PeerID, through network: borrowing DatagramSocket
  ) {
    switch peer {
    case .network(let endpoint): datagram.withBytes { _ = network.send($0, to: endpoint) }
    case .gateway(let connection, _): datagram.withBytes { clients.send($0, to: Int(connection)) }
    }
  }
}
