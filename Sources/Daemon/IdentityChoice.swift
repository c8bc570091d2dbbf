package import Gamepad
package import Model

/// What the pads of players look like: their own identity if they have one, otherwise the one that their controller
/// asks for, or else the common one.
package struct IdentityChoice: Sendable {
  /// The identity of players who have no other.
  package var common = Identity.xbox360
  /// The identities of single players, whatever their controllers ask for.
  package var own: [PlayerSlot: Identity] = [:]

  /// The identity of the player of `slot`, whose controller asks for the one of number `wish`.
  package func identity(of slot: PlayerSlot, wish: UInt8) -> Identity {
    own[slot] ?? Identity(number: wish) ?? common
  }

  /// What to try for the player of `slot`, in order: the identity that the controller asks for by `wish`, the one that
  /// the player has without a wish, and the nearest to that.
  func candidates(of slot: PlayerSlot, wish: UInt8) -> [Identity] {
    let own = identity(of: slot, wish: 0)
    let all = [identity(of: slot, wish: wish), own] + [own.standIn].compactMap(\.self)
    return all.indices.filter { !all[..<$0].contains(all[$0]) }.map { all[$0] }
  }
}
