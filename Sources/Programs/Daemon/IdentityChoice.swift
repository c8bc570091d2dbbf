package import Gamepad
package import Model

/// The choice of identities for the pads of players: the player's own identity if there is one, otherwise the identity that
/// the controller asks for, or else the common one.
package struct IdentityChoice: Sendable {
  /// The identity of players who have no other.
  package var common = Identity.xbox360
  /// The identities of individual players, which override the wishes of their controllers.
  package var own: [PlayerSlot: Identity] = [:]

  /// Returns the identity for the player of `slot`, whose controller asks for identity number `wish`.
  package func identity(of slot: PlayerSlot, request: UInt8) -> Identity {
    own[slot] ?? Identity(number: request) ?? common
  }

  /// Returns the identities to try for the player of `slot`, in order: the one that the controller asks for with
  /// `wish`, the player's own without a wish, and its stand-in.
  func candidates(of slot: PlayerSlot, request: UInt8) -> [Identity] {
    let own = identity(of: slot, request: 0)
    let all = [identity(of: slot, request: request), own] + [own.standIn].compactMap(\.self)
    return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
  }
}
