import Bridge
import Model
import Platform
import Wire

/// The messages between local programs and programs at the players' ends.
extension Executor {
  /// Sends the message of the program at connection `index`, with its payload in `bytes`, and answers with its outcome.
  mutating func pass(
    _ message: LocalMessage, in bytes: Span<UInt8>, from index: Int,
    through network: borrowing DatagramSocket, at now: Instant
  ) {
    let delivery = bridge.send(
      message.payload.map { bytes[$0] }, on: message.channel, to: message.slots,
      reliably: message.isReliable, at: now)
    var answer = Datagram<640>()
    LocalDelivery(
      number: message.number, taken: delivery.taken, nobody: delivery.nobody, away: delivery.away,
      tooMany: delivery.tooMany
    ).write(to: &answer)
    answer.withBytes { clients.send($0, to: index) }
    drain(through: network, at: now)
  }

  /// Passes the messages of the players' programs to the local programs that watch messages; without a watcher, messages are
  /// dropped, so that they do not block later ones.
  mutating func passMessages() {
    while let message = bridge.takeMessage() {
      let header = LocalMessage(
        slots: PlayerSlots(message.slot), channel: message.channel, isReliable: message.isReliable)
      var datagram = Datagram<640>()
      header.write(to: &datagram, payload: message.bytes.span)
      datagram.withBytes { clients.tell($0, watching: .messages) }
    }
  }
}
