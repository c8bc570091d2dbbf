internal import CLinux
internal import Clibsystemd
internal import Glibc

/// A user of this machine.
public struct Account: Hashable, Sendable {
  /// The user ID.
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

  /// Returns the user at the other end of the TCP connection `descriptor`; nil if the kernel does not report it.
  ///
  /// The connection must be within this machine (sock_diag(7)).
  public static func user(behind descriptor: Int32) -> UInt32? {
    var user: UInt32 = 0
    return unsafe linux_user_behind(descriptor, &user) == 0 ? user : nil
  }

  /// Returns whether user `id` has an active session on a seat of this machine (sd_uid_get_seats(3)).
  public static func isAtSeat(_ id: UInt32) -> Bool { sd_uid_get_seats(id, 1, nil) > 0 }

  /// Returns whether user `id` is a member of the group `name` (getgrnam_r(3), getpwuid_r(3), getgrouplist(3)).
  ///
  /// The group may be the user's primary or an additional group.
  ///
  /// The answer comes from the user database, whose changes take effect at the user's next login.
  public static func isMember(_ id: UInt32, ofGroup name: String) -> Bool {
    let number = unsafe read(group(), { unsafe getgrnam_r(name, $0, $1, $2, $3) }) { unsafe $0.gr_gid }
    guard let number else { return false }
    return unsafe read(passwd(), { unsafe getpwuid_r(id, $0, $1, $2, $3) }) { user in
      guard let name = unsafe user.pw_name else { return false }
      var (groups, count) = unsafe ([user.pw_gid], Int32(1))
      // Without enough room, the function stores the number of groups in `count`.
      while unsafe getgrouplist(name, user.pw_gid, &groups, &count) < 0 {
        guard count > groups.count else { return false }
        groups = Array(repeating: 0, count: Int(count))
      }
      return groups.prefix(Int(count)).contains(number)
    } ?? false
  }

  /// Returns the name of user `id`, or the number as text if the user has no name (getpwuid_r(3)).
  public static func name(ofUser id: UInt32) -> String {
    unsafe read(passwd(), { unsafe getpwuid_r(id, $0, $1, $2, $3) }) { user in
      unsafe user.pw_name.map { unsafe String(cString: $0) }
    } ?? "\(id)"
  }

  /// Returns the home directory of user `id`, an absolute path; nil if the user has none (getpwuid_r(3)).
  static func home(ofUser id: UInt32) -> String? {
    let home = unsafe read(passwd(), { unsafe getpwuid_r(id, $0, $1, $2, $3) }) { user in
      unsafe user.pw_dir.map { unsafe String(cString: $0) }
    }
    return home?.utf8.first == 0x2f ? home : nil
  }

  /// Returns the name of group `id`, or the number as text if the group has no name (getgrgid_r(3)).
  public static func name(ofGroup id: UInt32) -> String {
    unsafe read(group(), { unsafe getgrgid_r(id, $0, $1, $2, $3) }) { group in
      unsafe group.gr_name.map { unsafe String(cString: $0) }
    } ?? "\(id)"
  }

  /// A function like getpwuid_r(3).
  ///
  /// It fills an entry, stores its text in the buffer of the given size, and points to the entry if there is one.
  private typealias Search<Entry> = (
    UnsafeMutablePointer<Entry>, UnsafeMutablePointer<CChar>, Int,
    UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  ) -> Int32

  /// Looks up an entry of the user database with `search` and returns `part` of it; nil if no entry is found.
  ///
  /// The buffer for the text belongs to this call, so that no other thread changes it, and doubles in size until the
  /// text fits.
  private static func read<Entry, Part>(_ blank: Entry, _ search: Search<Entry>, _ part: (Entry) -> Part?)
    -> Part?
  {
    var size = 1_024
    while true {
      var entry = blank
      var found: UnsafeMutablePointer<Entry>?
      let room = UnsafeMutablePointer<CChar>.allocate(capacity: size)
      defer { unsafe room.deallocate() }
      let result = unsafe search(&entry, room, size, &found)
      if result == 0 { return unsafe found == nil ? nil : part(entry) }
      guard result == ERANGE, size < 1 << 20 else { return nil }
      size *= 2
    }
  }
}
