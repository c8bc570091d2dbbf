/// The newest connection of each guest, whatever the guest's role.
public struct GuestSockets: Sendable {
  /// The guests by the numbers of their connections.
  private var guests: [UInt32: UInt32] = [:]
  /// The numbers of the connections by their guests.
  private var connections: [UInt32: UInt32] = [:]

  /// Creates a table without guests.
  public init() {}

  /// Returns the guest whose newest connection is `connection`; nil if there is none.
  public func guest(on connection: UInt32) -> UInt32? { guests[connection] }

  /// Assigns `connection` to `guest`; returns the guest's former connection, which has to be closed.
  public mutating func attach(_ connection: UInt32, to guest: UInt32) -> UInt32? {
    let former = connections.updateValue(connection, forKey: guest)
    if let former { guests[former] = nil }
    guests[connection] = guest
    return former == connection ? nil : former
  }

  /// Forgets an ended connection; returns the guest whose newest connection it was, or nil.
  public mutating func detach(_ connection: UInt32) -> UInt32? {
    guard let guest = guests.removeValue(forKey: connection) else { return nil }
    connections[guest] = nil
    return guest
  }

  /// Forgets `guest`.
  public mutating func remove(_ guest: UInt32) {
    if let connection = connections.removeValue(forKey: guest) { guests[connection] = nil }
  }
}
