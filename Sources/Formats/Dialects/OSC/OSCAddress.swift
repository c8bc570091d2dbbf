public import Wire

/// An Open Sound Control address to send messages to, such as `/1/led1`.
public struct OSCAddress: Hashable, Sendable {
  /// The maximum length, in bytes.
  public static let longest = 64
  /// The maximum number of arguments in a message.
  public static let mostNumbers = 8

  private let bytes: [UInt8]

  /// Creates an address of 2 to ``longest`` visible ASCII characters.
  ///
  /// Returns nil unless the first character is a slash, and no character is one of `#*,?[]{}`.
  public init?(_ text: String) {
    bytes = Array(text.utf8)
    guard (2...OSCAddress.longest).contains(bytes.count), bytes[0] == UInt8(ascii: "/"),
      bytes.allSatisfy({ (0x21...0x7e).contains($0) && !Array("#*,?[]{}".utf8).contains($0) })
    else { return nil }
  }

  /// The address as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a message with `numbers` as 32-bit floats.
  ///
  /// - Precondition: `numbers` has at most ``mostNumbers`` elements.
  public func message(_ numbers: Span<Float>) -> Datagram<128> {
    precondition(numbers.count <= OSCAddress.mostNumbers)
    var datagram = Datagram<128>()
    datagram.append(contentsOf: bytes.span)
    datagram.fill()
    datagram.append(UInt8(ascii: ","))
    for _ in numbers.indices { datagram.append(UInt8(ascii: "f")) }
    datagram.fill()
    for index in numbers.indices { datagram.append(numbers[index].bitPattern.byteSwapped) }
    return datagram
  }
}

extension Datagram {
  /// Appends one to four zeros, up to the next multiple of four bytes.
  fileprivate mutating func fill() {
    repeat { append(UInt8(0)) } while count % 4 != 0
  }
}

/// A pattern for addresses: `?` stands for one character, `*` for any number of them; neither matches a slash.
public struct OSCPattern: Hashable, Sendable {
  /// The maximum length, in bytes.
  public static let longest = 64

  private let bytes: [UInt8]

  /// Creates a pattern of 2 to ``longest`` visible ASCII characters; nil unless the first is a slash.
  public init?(_ text: String) {
    bytes = Array(text.utf8)
    guard (2...OSCPattern.longest).contains(bytes.count), bytes[0] == UInt8(ascii: "/"),
      bytes.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
  }

  /// The pattern as text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns whether `address` matches.
  public func matches(_ address: Span<UInt8>) -> Bool {
    var (position, next) = (0, 0)
    // The index after the last star in the pattern, and the end of what this star has matched in the address.
    var star: (next: Int, position: Int)?
    while position < address.count {
      if next < bytes.count, bytes[next] == UInt8(ascii: "*") {
        star = (next + 1, position)
        next += 1
      } else if next < bytes.count, fits(address[position], bytes[next]) {
        (position, next) = (position + 1, next + 1)
      } else if let last = star, address[last.position] != UInt8(ascii: "/") {
        star = (last.next, last.position + 1)
        (position, next) = (last.position + 1, last.next)
      } else {
        return false
      }
    }
    return bytes[next...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  private func fits(_ character: UInt8, _ pattern: UInt8) -> Bool {
    character == pattern || pattern == UInt8(ascii: "?") && character != UInt8(ascii: "/")
  }
}
