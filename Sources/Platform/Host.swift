internal import CLinux
internal import Clibsystemd

/// What tells this host from others.
public enum Host {
  /// A number of this installation's that stays the same and gives nothing away of the machine's own id
  /// (sd_id128_get_machine_app_specific(3)); 0 when there is none.
  public static var number: UInt32 {
    var own = sd_id128_t()
    guard unsafe sd_id128_get_machine_app_specific(application, &own) >= 0 else { return 0 }
    return unsafe UInt32(truncatingIfNeeded: own.qwords.0)
  }

  /// What the machine is called, without its domain (gethostname(2)); empty when it has no name.
  public static var name: String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
      guard let start = text.baseAddress, unsafe linux_host_name(start, text.count) == 0 else { return "" }
      return unsafe String(String(cString: start).prefix { $0 != "." })
    }
  }

  /// Ours and nobody else's.
  private static var application: sd_id128_t {
    sd_id128_t(qwords: (0x9c5f_20d3_7be1_4a68, 0xb1d0_46e7_25aa_93f4))
  }
}
