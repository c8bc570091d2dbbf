import Model

/// The kernel's tables of routes and of listening sockets, as text (proc(5)).
enum Routes {
  /// An interface and a family of addresses.
  struct Key: Hashable {
    var interface: String
    var isV4: Bool
  }

  /// The lowest metric of a default route, by interface and family of addresses.
  static var defaultMetrics: [Key: UInt32] {
    let zeros = String(repeating: "0", count: 32)
    let v4 = rows(of: "/proc/self/net/route").compactMap { row -> (Key, UInt32)? in
      guard row.count > 7, row[1] == "00000000", row[7] == "00000000", let metric = UInt32(row[6]) else {
        return nil
      }
      return (Key(interface: row[0], isV4: true), metric)
    }
    let v6 = rows(of: "/proc/self/net/ipv6_route").compactMap { row -> (Key, UInt32)? in
      guard row.count > 9, row[0] == zeros, row[1] == "00", row[9] != "lo",
        let metric = UInt32(row[5], radix: 16)
      else { return nil }
      return (Key(interface: row[9], isV4: false), metric)
    }
    return Dictionary(v4 + v6, uniquingKeysWith: min)
  }

  /// The state of a TCP socket that listens, as the kernel writes it.
  private static let listening = "0A"

  /// Returns the only address on which a TCP socket listens on `port`; nil if there are none or several.
  ///
  /// An unspecified address stands for all addresses. The kernel lists listening sockets before all others
  /// (Documentation/networking/proc_net_tcp.rst). The other sockets are not read, because other machines can
  /// create tens of thousands of them.
  static func listener(at port: UInt16) -> Address? {
    let tables = ["tcp", "tcp6"].flatMap {
      rows(of: "/proc/self/net/\($0)", until: { $0.count > 3 && $0[3] != listening && $0[0] != "sl" })
    }
    let found = tables.compactMap { row -> Address? in
      guard row.count > 3, row[3] == listening else { return nil }
      let parts = row[1].split(separator: ":")
      guard parts.count == 2, UInt16(parts[1], radix: 16) == port else { return nil }
      return address(parts[0])
    }
    return found.count == 1 ? found.first : nil
  }

  /// Returns the address that the kernel writes as `digits`: 32-bit words in this machine's byte order.
  static func address(_ digits: Substring) -> Address? {
    let words = stride(from: 0, to: digits.count, by: 8).compactMap { start in
      UInt32(digits.dropFirst(start).prefix(8), radix: 16).map { UInt32(bigEndian: $0) }
    }
    switch words.count {
    case 1: return Address(v4: words[0])
    case 4:
      return Address(
        high: UInt64(words[0]) << 32 | UInt64(words[1]), low: UInt64(words[2]) << 32 | UInt64(words[3]))
    default: return nil
    }
  }

  /// Returns the words of each line of `path`; none if the file cannot be read.
  ///
  /// Reading ends after the piece of 4096 bytes whose last line satisfies `isLast`.
  static func rows(of path: String, until isLast: ([String]) -> Bool = { _ in false }) -> [[String]] {
    let contents = try? FileContents.read(path, limit: 1 << 22) { bytes in
      guard let end = bytes.lastIndex(of: newline) else { return false }
      let start = bytes[..<end].lastIndex(of: newline).map { $0 + 1 } ?? 0
      return isLast(words(of: String(decoding: bytes[start..<end], as: UTF8.self)[...]))
    }
    return String(decoding: contents ?? [], as: UTF8.self).split(separator: "\n").map(words)
  }

  private static func words(of line: Substring) -> [String] {
    line.split { " \t".contains($0) }.map(String.init)
  }

  private static let newline = UInt8(ascii: "\n")
}
