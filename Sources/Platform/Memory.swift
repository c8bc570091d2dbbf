internal import CLinux

/// The memory of this process.
public enum Memory {
  /// Releases the pages of programs and libraries (madvise(2)), and keeps each page in memory from its next use on (mlockall(2)).
  ///
  /// A released page comes back from the kernel's cache of the file when it is used; what only a start or a join has used stays
  /// away. Returns false where pages cannot be kept: the limit of locked memory must be infinite (`LimitMEMLOCK=` of the unit).
  @discardableResult
  public static func settle() -> Bool { linux_settle_memory() == 0 }
}
