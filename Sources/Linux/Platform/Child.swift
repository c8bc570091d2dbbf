internal import CLinux
internal import Glibc
public import Model

/// A child process, which is killed when this value is destroyed or when its parent ends for any reason.
@safe public struct Child: ~Copyable {
  /// The descriptor to add to a poller, readable once the process has ended.
  public let descriptor: Descriptor
  /// The process ID.
  public let process: Int32

  /// Starts the program at `path` with `arguments` and with no signals blocked (fork(2), execv(3)).
  ///
  /// - Throws: `SystemError` of `.start`.
  public init(_ path: String, _ arguments: [String]) throws(SystemError) {
    var process: Int32 = 0
    let result = unsafe withWords([path] + arguments) { words in
      unsafe linux_child_start(path, words, &process)
    }
    descriptor = Descriptor(owning: try check(result, .start))
    self.process = process
  }

  /// True if the process has ended.
  public var hasEnded: Bool {
    var status: Int32 = 0
    return unsafe linux_child_ended(descriptor.number, &status) != 0
  }

  /// Blocks until the process has ended, for at most `limit`; returns its exit status, 0 to 255, or nil if it has none.
  public consuming func exitStatus(within limit: Interval) -> Int32? {
    wait(atMost: limit)
    var status: Int32 = 0
    return unsafe linux_child_ended(descriptor.number, &status) != 0 && status >= 0 ? status : nil
  }

  /// Blocks until the process has ended, for at most `limit`.
  public func wait(atMost limit: Interval) {
    guard var poller = try? Poller(), (try? poller.add(descriptor, token: 0)) != nil else { return }
    _ = poller.wait(atMost: limit)
  }

  /// Asks the process to end (SIGTERM).
  public func terminate() { _ = linux_child_signal(descriptor.number, SIGTERM) }

  /// Kills the process (SIGKILL).
  public func kill() { _ = linux_child_signal(descriptor.number, SIGKILL) }

  deinit { linux_child_end(descriptor.number) }
}

extension Child {
  /// Replaces this program with the one at `path` with `arguments`, under the same process ID (execv(3)).
  ///
  /// - Throws: `SystemError` of `.start`, if the program cannot be run; otherwise the method does not return.
  public static func become(_ path: String, _ arguments: [String]) throws(SystemError) {
    try check(unsafe withWords([path] + arguments) { words in unsafe linux_become(path, words) }, .start)
  }

  /// Replaces this program with the one at `path`, without arguments, and with `input` as its whole standard input.
  ///
  /// - Throws: `SystemError` of `.start`, if the program cannot be run; otherwise the method does not return.
  public static func become(_ path: String, input: String) throws(SystemError) {
    var (ends, text) = ([Int32](repeating: 0, count: 2), input)
    // A pipe or an in-memory file would serve as well, but the gateways' units forbid both system calls.
    let pair = repeated { unsafe Int(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)) }
    try check(Int32(pair), .start)
    let taken = text.withUTF8 { unsafe writeOnce(UnsafeRawBufferPointer($0), to: ends[1]) }
    close(ends[1])
    guard taken == text.utf8.count else {
      throw SystemError(code: taken < 0 ? Int32(-taken) : EMSGSIZE, call: .start)
    }
    dup2(ends[0], STDIN_FILENO)
    if ends[0] != STDIN_FILENO { close(ends[0]) }
    try become(path, [])
  }
}

extension Child {
  /// Runs the program at `path` with `arguments`, and returns its standard output and error, up to about `size` bytes.
  ///
  /// A program that runs longer than `limit` is killed, and the result is its output until then.
  ///
  /// - Throws: `SystemError` of `.start`.
  public static func output(
    of path: String, _ arguments: [String], within limit: Interval, size: Int = 1 << 20
  ) throws(SystemError) -> [UInt8] {
    var (process, output): (Int32, Int32) = (0, -1)
    let result = unsafe withWords([path] + arguments) { words in
      unsafe linux_child_start_piped(path, words, &process, &output)
    }
    let child = Child(descriptor: Descriptor(owning: try check(result, .start)), process: process)
    let pipe = Descriptor(owning: output)
    guard var poller = try? Poller(), (try? poller.add(pipe, token: 0)) != nil else { return [] }
    var (bytes, buffer) = ([UInt8](), InlineArray<4096, UInt8>(repeating: 0))
    let end = Clock.now() + limit
    while bytes.count < size, poller.wait(until: end, from: Clock.now()) > 0,
      case .done(let count) = pipe.read(into: &buffer), count > 0
    {
      for index in 0..<count { bytes.append(buffer[index]) }
    }
    child.kill()
    return bytes
  }

  private init(descriptor: consuming Descriptor, process: Int32) {
    self.descriptor = descriptor
    self.process = process
  }
}

/// Returns the result of `body` for an array of C strings of `words`, which ends with a null pointer.
func withWords(
  _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
) -> Int32 {
  var copies: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
  unsafe copies.append(nil)
  defer { unsafe copies.forEach { unsafe free($0) } }
  return unsafe body(copies)
}
