import Platform

/// The users of this machine who may open the dashboard without a ticket.
enum LocalUsers {
  /// The group whose members may give the daemon orders.
  private static let group = "tiltpad"

  /// Returns whether the process at the other end of `socket` belongs to a user who is the host without a ticket.
  static func isHost(at socket: Int32?) -> Bool {
    socket.flatMap(Account.user(behind:)).map(isHost) ?? false
  }

  /// Returns whether `user` may open the dashboard without a ticket.
  ///
  /// These users are root, the gateway's own user, members of the group, and the user in the active session of a seat.
  static func isHost(_ user: UInt32) -> Bool {
    user == 0 || user == Account.current.id || Account.isMember(user, ofGroup: group)
      || Account.isAtSeat(user)
  }
}
