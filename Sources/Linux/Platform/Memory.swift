internal import CLinux

/// The memory of this process.
public enum Memory {
  /// Releases the pages of programs and libraries, and keeps each page in memory after its next use.
  ///
  /// The calls are madvise(2) and mlockall(2).
  ///
  /// A released page returns from the kernel's file cache when it is used. Pages that were needed only for the start
  /// or for a join do not return. Returns false if pages cannot be kept: the limit on locked memory must be infinite
  /// (`LimitMEMLOCK=` in the unit).
  @discardableResult
  public static func settle() -> Bool { linux_settle_memory() == 0 }
}
