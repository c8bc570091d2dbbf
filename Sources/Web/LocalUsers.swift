import Platform

/// The users of this machine who are its host without showing a ticket.
enum LocalUsers {
  /// The group whose members may give the daemon orders.
  private static let group = "tiltpad"

  /// Whether `user` opens the dashboard without a ticket: root, the user of the gateway itself, members of the group, and who sits
  /// at this machine.
  static func isHost(_ user: UInt32) -> Bool {
    user == 0 || user == Account.current.id || Account.isMember(user, ofGroup: group)
      || Account.isAtSeat(user)
  }
}
