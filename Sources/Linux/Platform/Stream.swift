internal import Glibc

/// One of the three streams that every program starts with; Swift 6 cannot use C's `stderr`.
public enum Stream: Int32, Sendable {
  /// Standard input.
  case input = 0
  /// Standard output.
  case output = 1
  /// Standard error.
  case error = 2

  /// Writes all of `text` to the stream, blocking if necessary; returns false on failure (write(2)).
  @discardableResult
  public func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { unsafe writeAll(UnsafeRawBufferPointer($0), to: rawValue) == 0 }
  }

  /// Writes `text` if the stream accepts it immediately; returns false if it accepted none or only a part of
  /// the text.
  ///
  /// A pipe or socket with room accepts the text, as does a file, or a terminal whose output is not stopped.
  /// A text of up to 4,096 bytes never blocks on a pipe (PIPE_BUF, pipe(7)).
  public func writeAtOnce(_ text: String) -> Bool {
    var text = text
    let size = text.utf8.count
    let taken = text.withUTF8 { unsafe writeOnce(UnsafeRawBufferPointer($0), to: rawValue) }
    return taken == size
  }

  /// Reads available bytes into the start of `buffer` (read(2)).
  public func read<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    var span = buffer.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      Transfer(result: repeated { unsafe Glibc.read(rawValue, bytes.baseAddress, bytes.count) })
    }
  }
}

extension Stream {
  /// Reads the stream to its end, blocking.
  ///
  /// Returns its bytes, or nil if there are more than `limit` or it cannot be read.
  public func readToEnd(atMost limit: Int) -> [UInt8]? {
    var (bytes, buffer) = ([UInt8](), InlineArray<4096, UInt8>(repeating: 0))
    while bytes.count <= limit, case .done(let count) = read(into: &buffer) {
      guard count > 0 else { return bytes }
      for index in 0..<count { bytes.append(buffer[index]) }
    }
    return nil
  }
}

/// Writes all of `bytes`, blocking if necessary; returns 0 or −errno.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  var rest = unsafe bytes[...]
  while unsafe !rest.isEmpty {
    let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
    let count = repeated { unsafe Glibc.write(descriptor, part.baseAddress, part.count) }
    if count == -Int(EAGAIN) {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      _ = unsafe poll(&wait, 1, -1)
    } else if count < 0 {
      return count
    } else {
      unsafe rest = unsafe rest.dropFirst(count)
    }
  }
  return 0
}

/// Writes `bytes` with one call if `descriptor` accepts any now; returns the number of bytes or −errno.
func writeOnce(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
  guard unsafe poll(&ready, 1, 0) == 1 else { return -Int(EAGAIN) }
  let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
  let sent = repeated { unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags) }
  guard sent == -Int(ENOTSOCK) else { return sent }
  return repeated { unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count) }
}
