package import Dialects

/// Returns the messages of the packet `bytes`, written as one message, or as one bundle of several.
package func rewriteOSC(_ bytes: [UInt8]) throws(DialectDrop) -> [UInt8] {
  var messages: [[UInt8]] = []
  try OSCPacket.read(bytes.span) { messages.append(write($0, of: bytes)) }
  if messages.count == 1 { return messages[0] }
  return Array("#bundle\0".utf8) + big(UInt64(1)) + messages.flatMap { big(UInt32($0.count)) + $0 }
}

private func write(_ message: OSCMessage, of bytes: [UInt8]) -> [UInt8] {
  var (tags, body) = (",", [UInt8]())
  for index in 0..<message.count {
    switch message[index] {
    case .float(let value):
      tags += "f"
      body += big(value.bitPattern)
    case .integer(let value):
      tags += "h"
      body += big(UInt64(bitPattern: value))
    case .bool(let value): tags += value ? "T" : "F"
    case .text(let place):
      tags += "s"
      body += filled(Array(bytes[place]))
    case .nothing: tags += "N"
    }
  }
  return filled(Array(bytes[message.address])) + filled(Array(tags.utf8)) + body
}

/// Returns `text` with the zeros that OSC puts after it.
package func filled(_ text: [UInt8]) -> [UInt8] { text + Array(repeating: 0, count: 4 - text.count % 4) }

/// Returns the bytes of `number`, the most significant first.
package func big(_ number: some FixedWidthInteger) -> [UInt8] {
  (0..<number.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}
