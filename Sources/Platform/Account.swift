internal import CLinux
internal import Clibsystemd
internal import Glibc

/// A user of this machine.
public struct Account: Hashable, Sendable {
  /// The user's number.
  public var id: UInt32
  /// The user's name.
  public var name: String
  /// The groups that the user acts as a member of.
  public var groups: Set<UInt32>

  /// A user; see the properties.
  public init(id: UInt32, name: String, groups: Set<UInt32>) {
    self.id = id
    self.name = name
    self.groups = groups
  }

  /// The user that the program acts as (geteuid(2), getgroups(2)).
  public static var current: Account {
    let count = getgroups(0, nil)
    var groups = [gid_t](repeating: getegid(), count: Int(max(0, count)) + 1)
    _ = unsafe getgroups(count, &groups)
    return Account(id: geteuid(), name: name(ofUser: geteuid()), groups: Set(groups))
  }

  /// The user at the other end of the TCP connection `descriptor`, both of whose ends are on this machine (sock_diag(7)); nil when
  /// the kernel does not say.
  public static func user(behind descriptor: Int32) -> UInt32? {
    var user: UInt32 = 0
    return unsafe linux_user_behind(descriptor, &user) == 0 ? user : nil
  }

  /// Whether user `id` sits at this machine: has the active session of a seat (sd_uid_get_seats(3)).
  public static func isAtSeat(_ id: UInt32) -> Bool { sd_uid_get_seats(id, 1, nil) > 0 }

  /// Whether user `id` is in the group `name`, as its own or one of the others, when it logs in next (getgrouplist(3)).
  public static func isMember(_ id: UInt32, ofGroup name: String) -> Bool {
    guard let group = unsafe getgrnam(name)?.pointee.gr_gid, let entry = unsafe getpwuid(id),
      let user = unsafe entry.pointee.pw_name
    else { return false }
    var groups = [gid_t](repeating: 0, count: 256)
    var count = Int32(groups.count)
    guard unsafe getgrouplist(user, entry.pointee.pw_gid, &groups, &count) >= 0 else { return false }
    return groups.prefix(Int(count)).contains(group)
  }

  /// The name of user `id`, or the number when it has none (getpwuid(3)).
  public static func name(ofUser id: UInt32) -> String {
    guard let entry = unsafe getpwuid(id), let name = unsafe entry.pointee.pw_name else { return "\(id)" }
    return unsafe String(cString: name)
  }

  /// The name of group `id`, or the number when it has none (getgrgid(3)).
  public static func name(ofGroup id: UInt32) -> String {
    guard let entry = unsafe getgrgid(id), let name = unsafe entry.pointee.gr_name else { return "\(id)" }
    return unsafe String(cString: name)
  }
}
