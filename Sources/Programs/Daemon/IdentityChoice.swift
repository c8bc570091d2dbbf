import Bridge
package import Gamepad
package import Model

/// The choice of identities for players' pads.
///
/// A player's own identity comes first, then the one that the controller requests, and finally the common one.
package struct IdentityChoice: Sendable {
  /// The identity of players without any other.
  package var common = Identity.xbox360
  /// The identities of individual players, which override controllers' requests.
  package var own: [PlayerSlot: Identity] = [:]
  /// The sticks that players' controllers have described.
  package var described: [PlayerSlot: Identity] = [:]

  /// Returns the identity for the player at `slot`, whose controller requests identity number `request`.
  package func identity(of slot: PlayerSlot, request: UInt8) -> Identity {
    own[slot] ?? (request == IdentityRequest.described ? described[slot] : Identity(number: request))
      ?? common
  }

  /// Returns the identities to try for the player at `slot`, in order.
  ///
  /// The first is the one for the request number `request`; 0 requests none. The identity without a request and the
  /// stand-in of that identity follow.
  func candidates(of slot: PlayerSlot, request: UInt8) -> [Identity] {
    let own = identity(of: slot, request: 0)
    let all = [identity(of: slot, request: request), own] + [own.standIn].compactMap(\.self)
    return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
  }
}
