public import Model

/// The controllers that may play, for each of which the gateway has a queue, and the consequences of messages lost
/// from such a queue.
extension Sources {
  /// The addresses whose controllers may play at port number `place` of the input at `index`, each once.
  ///
  /// A controller that plays over TCP may continue over UDP.
  public func players(at portIndex: UInt8, of index: Int) -> [Address] {
    var addresses: [Address] = []
    for source in all where source.phase == .plays && source.input == index {
      let isThere = source.portIndex == portIndex || source.portIndex == Dialect.streamPortIndex
      if isThere, !addresses.contains(source.key.address) { addresses.append(source.key.address) }
    }
    return addresses
  }

  /// Notes that messages from `address` to port number `place` of the input at `index` were lost, after those so far.
  ///
  /// A release may be among them. For controllers that report only changes, everything is released; those that report
  /// their whole state report it again.
  public mutating func noteLoss(from address: Address, at portIndex: UInt8, of index: Int, at now: Instant) {
    guard inputs[index].dialect.tellsChanges else { return }
    for source in all.indices where all[source].input == index && all[source].key.address == address {
      guard all[source].portIndex == portIndex, all[source].phase == .plays, !all[source].isAway else {
        continue
      }
      all[source].letGo(at: now)
      if all[source].nextPacket <= now { send(source, at: now) }
    }
  }
}
