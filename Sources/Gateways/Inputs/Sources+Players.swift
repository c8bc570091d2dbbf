public import Model

/// The controllers that may play.
///
/// The gateway has a queue for the address of each controller, and reports lost messages.
extension Sources {
  /// The addresses whose controllers may play at port number `portIndex` of the input at `index`, each once.
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

  /// Records that messages from `address` to port number `portIndex` of the input at `index` were lost after the
  /// previous ones.
  ///
  /// The lost messages may have contained releases. Controllers that report only changes are released
  /// entirely; the others report their whole state again.
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
