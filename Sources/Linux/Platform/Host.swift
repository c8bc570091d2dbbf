internal import CLinux
internal import Clibsystemd

/// The identity of this host.
public enum Host {
  /// A number that stays the same for this installation; 0 if there is none.
  ///
  /// It does not reveal the machine's own ID (sd_id128_get_machine_app_specific(3)).
  public static var number: UInt32 {
    var own = sd_id128_t()
    guard unsafe sd_id128_get_machine_app_specific(application, &own) >= 0 else { return 0 }
    return unsafe UInt32(truncatingIfNeeded: own.qwords.0)
  }

  /// The name of the machine without its domain; empty if it has no name.
  public static var name: String { String(fullName.prefix { $0 != "." }) }

  /// The name of the machine, with its domain if the kernel has one (gethostname(2)); empty if it has no name.
  public static var fullName: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      guard let start = text.baseAddress, unsafe linux_host_name(start, text.count) == 0 else { return "" }
      return unsafe String(cString: start)
    }
  }

  /// The application ID of Tiltpad, drawn at random.
  private static var application: sd_id128_t {
    sd_id128_t(qwords: (0x9c5f_20d3_7be1_4a68, 0xb1d0_46e7_25aa_93f4))
  }
}
