internal import CLinux

/// A program that runs with the terminal, the input, the output and the environment of this one.
///
/// Unlike a ``Child``, it continues to run when this value is destroyed and when this program ends.
@safe public struct ForegroundProgram: ~Copyable {
  /// The descriptor to add to a poller, readable once the program has ended.
  public let descriptor: Descriptor

  /// Starts the program `words[0]`, which is looked for in `PATH`, with the other words as its arguments (execvp(3)).
  ///
  /// A program that cannot be run has the exit status 127 if it does not exist, and otherwise 126, as in a shell.
  ///
  /// - Throws: `SystemError` of `.start`.
  public init(_ words: [String]) throws(SystemError) {
    let result = unsafe withWords(words) { unsafe linux_program_start($0) }
    descriptor = Descriptor(owning: try check(result, .start))
  }

  /// Returns the exit status of the program, or 128 plus the signal's number if a signal ended it; nil while
  /// it runs.
  public func exitStatus() -> Int32? {
    let status = linux_program_status(descriptor.number)
    return status < 0 ? nil : status
  }

  /// Passes a signal on to the program.
  public func pass(_ signal: Signal) { _ = linux_child_signal(descriptor.number, signal.number) }
}
