internal import CLinux
internal import Clibsystemd
internal import Glibc

/// A user of this machine.
public struct Account: Hashable, Sendable {
  /// The user's number.
  public var id: UInt32
  /// The user's name.
  public var name: String
  /// The groups of which the user is a member.
  public var groups: Set<UInt32>

  /// Creates a user from its parts.
  public init(id: UInt32, name: String, groups: Set<UInt32>) {
    self.id = id
    self.name = name
    self.groups = groups
  }

  /// The effective user of the program (geteuid(2), getgroups(2)).
  public static var current: Account {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: getegid(), count: Int(max(0, count)) + 1)
    _ = unsafe getgroups(count, &groups)
    return Account(id: geteuid(), name: name(ofUser: geteuid()), groups: Set(groups))
  }

  /// Returns the user at the other end of the TCP connection `descriptor`, both of whose ends are on this machine
  /// (sock_diag(7)), or nil if the kernel does not say.
  public static func user(behind descriptor: Int32) -> UInt32? {
    var user: UInt32 = 0
    return unsafe linux_user_behind(descriptor, &user) == 0 ? user : nil
  }

  /// Returns whether user `id` is present at this machine, with the active session of a seat (sd_uid_get_seats(3)).
  public static func isAtSeat(_ id: UInt32) -> Bool { sd_uid_get_seats(id, 1, nil) > 0 }

  /// Returns whether user `id` is a member of the group `name`, as the primary or an additional group (getgrouplist(3)).
  ///
  /// The answer comes from the user database, which the user's next login applies.
  public static func isMember(_ id: UInt32, ofGroup name: String) -> Bool {
    guard let group = unsafe getgrnam(name)?.pointee.gr_gid, let entry = unsafe getpwuid(id),
      let user = unsafe entry.pointee.pw_name
    else { return false }
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(user, entry.pointee.pw_gid, &groups, &count) >= 0 else { return false }
    return groups.prefix(Int(count)).contains(group)
  }

  /// Returns the name of user `id`, or the number as text if the user has no name (getpwuid(3)).
  public static func name(ofUser id: UInt32) -> String {
    guard let entry = unsafe getpwuid(id), let name = unsafe entry.pointee.pw_name else { return "\(id)" }
    return unsafe String(cString: name)
  }

  /// Returns the name of group `id`, or the number as text if the group has no name (getgrgid(3)).
  public static func name(ofGroup id: UInt32) -> String {
    guard let entry = unsafe getgrgid(id), let name = unsafe entry.pointee.gr_name else { return "\(id)" }
    return unsafe String(cString: name)
  }
}
