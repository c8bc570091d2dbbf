import Bridge
package import Gamepad
package import Model

/// The choice of identities for players' pads.
///
/// The device that a controller describes comes first, unless the player has an identity of their own. Then
/// follow the identity that a game needs, the player's own, the one that the controller requests, and the
/// common one.
package struct IdentityChoice: Sendable {
  /// The identity of players without any other.
  package var common = Identity.xbox360
  /// The identities of individual players, which override controllers' requests.
  package var own: [PlayerSlot: Identity] = [:]
  /// The identities that the games run by `tiltpad play` need, by player.
  package var games: [PlayerSlot: Identity] = [:]
  /// The sticks that players' controllers have described.
  package var described: [PlayerSlot: Identity] = [:]

  /// Returns the identity for the player at `slot`, whose controller requests identity number `request`.
  package func identity(of slot: PlayerSlot, request: UInt8) -> Identity {
    let requested = request == IdentityRequest.described ? described[slot] : Identity(number: request)
    if own[slot] == nil, request == IdentityRequest.described, let requested { return requested }
    return games[slot] ?? own[slot] ?? requested ?? common
  }

  /// Returns the identities to try for the player at `slot`, in order, each once.
  ///
  /// 1. The identity that applies with the request for number `request`; 0 means that the controller requests
  ///    nothing.
  /// 2. The identity that applies without a request.
  /// 3. The stand-in of the second, if it has one.
  func candidates(of slot: PlayerSlot, request: UInt8) -> [Identity] {
    let own = identity(of: slot, request: 0)
    let all = [identity(of: slot, request: request), own] + [own.standIn].compactMap(\.self)
    return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
  }
}
