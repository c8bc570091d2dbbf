import Bridge
import Model
import Platform
import Wire

/// Messages between local programs and those at the players' ends.
extension Executor {
  /// Sends what the program at connection `index` has to say, which lies in `bytes`, and answers who is sent it.
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

  /// Gives what the players' programs have sent to those who want it; where nobody does, it is lost, as nothing that comes
  /// after it may wait for that.
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
