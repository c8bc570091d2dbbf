import Notation

/// An Open Sound Control message: an address and up to 16 arguments; texts are ranges in the packet.
///
/// Integers and floats are big-endian. Sources: the specification of OSC 1.0, and TouchOSC, GyrOSC, Sensors2OSC and ZIG
/// SIM as senders.
public struct OSCMessage: Sendable {
  /// The maximum number of arguments in a message.
  public static let most = 16
  /// The maximum length of an address, in bytes.
  public static let longestAddress = 128

  /// The range of the address, such as `/1/fader1`, in the packet's bytes.
  public let address: Range<Int>
  /// The number of arguments.
  public private(set) var count = 0
  private var arguments = InlineArray<16, OSCArgument>(repeating: .nothing)

  /// The argument at `index`.
  public subscript(index: Int) -> OSCArgument { arguments[index] }

  /// Returns the argument at `index` as a number, with 0 and 1 for truth values.
  ///
  /// Returns nil for a text, for another type without a number, and after the last argument.
  public func number(_ index: Int) -> Float? {
    guard index < count else { return nil }
    return switch arguments[index] {
    case .float(let value): value
    case .integer(let value): Float(value)
    case .bool(let value): value ? 1 : 0
    case .text, .nothing: nil
    }
  }

  /// Returns the range of the address's last segment, such as `fader1`; empty if a slash ends the address.
  public func lastSegment(in bytes: Span<UInt8>) -> Range<Int> {
    var start = address.upperBound
    while start > address.lowerBound, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
    return start..<address.upperBound
  }

  /// Decodes the message in `range` of `bytes`.
  init(parsing bytes: Span<UInt8>, in range: Range<Int>) throws(DialectDrop) {
    var reader = OSCReader(next: range.lowerBound, end: range.upperBound)
    address = try reader.text(in: bytes)
    let name = bytes.extracting(address)
    guard name.count <= OSCMessage.longestAddress, name.count > 0, name[0] == UInt8(ascii: "/"), name.isUTF8,
      name.indices.allSatisfy({ name[$0] >= 0x20 && name[$0] != 0x7f })
    else { throw .name }
    let tags = try reader.text(in: bytes)
    guard !tags.isEmpty, bytes[tags.lowerBound] == UInt8(ascii: ",") else { throw .syntax }
    for tag in tags.dropFirst() where bytes[tag] != UInt8(ascii: "[") && bytes[tag] != UInt8(ascii: "]") {
      guard count < OSCMessage.most else { throw .field }
      arguments[count] = try reader.argument(bytes[tag], in: bytes)
      count += 1
    }
    guard reader.next == range.upperBound else { throw .length }
  }
}

/// An argument of a message.
public enum OSCArgument: Hashable, Sendable {
  /// A finite number (types f and d).
  case float(Float)
  /// A whole number (types i and h).
  case integer(Int64)
  /// A truth value (types T and F).
  case bool(Bool)
  /// The range of a text (types s and S) in the packet's bytes.
  case text(Range<Int>)
  /// Any other argument: nothing, an impulse, a time, a colour, a character, bytes or MIDI (types N, I, t, r, c, b, m).
  case nothing
}

/// A position in a packet, from which four-byte words are read up to the end of a message.
private struct OSCReader {
  var next: Int
  let end: Int

  /// Reads a text that ends with a zero and is padded with zeros to a multiple of four bytes.
  mutating func text(in bytes: Span<UInt8>) throws(DialectDrop) -> Range<Int> {
    let start = next
    while next < end, bytes[next] != 0 { next += 1 }
    guard next < end else { throw .length }
    let text = start..<next
    next += 4 - text.count % 4
    return text
  }

  mutating func argument(_ tag: UInt8, in bytes: Span<UInt8>) throws(DialectDrop) -> OSCArgument {
    switch tag {
    case UInt8(ascii: "f"): return .float(try finite(Double(Float(bitPattern: bytes.big32(at: try skip(4))))))
    case UInt8(ascii: "d"): return .float(try finite(Double(bitPattern: bytes.big64(at: try skip(8)))))
    case UInt8(ascii: "i"): return .integer(Int64(Int32(bitPattern: bytes.big32(at: try skip(4)))))
    case UInt8(ascii: "h"): return .integer(Int64(bitPattern: bytes.big64(at: try skip(8))))
    case UInt8(ascii: "s"), UInt8(ascii: "S"): return .text(try text(in: bytes))
    case UInt8(ascii: "T"): return .bool(true)
    case UInt8(ascii: "F"): return .bool(false)
    case UInt8(ascii: "N"), UInt8(ascii: "I"): return .nothing
    case UInt8(ascii: "c"), UInt8(ascii: "r"), UInt8(ascii: "m"): _ = try skip(4)
    case UInt8(ascii: "t"): _ = try skip(8)
    case UInt8(ascii: "b"):
      let size = bytes.big32(at: try skip(4))
      guard size <= UInt32(end - next) else { throw .length }
      _ = try skip((Int(size) + 3) / 4 * 4)
    default: throw .kind
    }
    return .nothing
  }

  /// Skips `count` bytes; returns the offset of the first of them.
  private mutating func skip(_ count: Int) throws(DialectDrop) -> Int {
    guard count <= end - next else { throw .length }
    defer { next += count }
    return next
  }

  private func finite(_ number: Double) throws(DialectDrop) -> Float {
    guard Float(number).isFinite else { throw .notFinite }
    return Float(number)
  }
}
