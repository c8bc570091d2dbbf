internal import CLinux

/// A watch on a directory, such as /dev/input, that reports when a program opens or closes a file in it
/// (inotify(7)).
///
/// The kernel does not report which program it was, nor that a program reads or writes an open file.
public struct DirectoryUse: ~Copyable {
  /// The descriptor to add to a poller.
  public let descriptor: Descriptor

  /// Begins to watch the directory at `path`.
  ///
  /// - Throws: `SystemError` of `.open`.
  public init(of path: String) throws(SystemError) {
    descriptor = Descriptor(owning: try check(unsafe linux_use_open(path), .open))
  }

  /// Discards all waiting reports; returns whether there were any.
  public func acknowledge() -> Bool { linux_use_drain(descriptor.number) != 0 }
}
