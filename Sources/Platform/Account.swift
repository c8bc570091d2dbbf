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
