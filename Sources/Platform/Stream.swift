internal import Glibc

/// One of the three streams that every program starts with; Swift 6 cannot use `stderr` of C.
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

  /// Reads available bytes into the front of `buffer` (read(2)).
  public func read<let size: Int>(into buffer: inout InlineArray<size, UInt8>) -> Transfer {
    var span = buffer.mutableSpan
    return unsafe span.withUnsafeMutableBytes { bytes in
      Transfer(result: repeated { unsafe Glibc.read(rawValue, bytes.baseAddress, bytes.count) })
    }
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
