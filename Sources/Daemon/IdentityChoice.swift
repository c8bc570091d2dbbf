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

  /// Whether some of them are made of HID reports, apart from those that controllers ask for.
  package var needsHID: Bool { common.hid != nil || own.values.contains { $0.hid != nil } }
}
