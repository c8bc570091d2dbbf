package import Model
package import Wire

/// A recording of players as text: a header line, and a line for each packet with its time, player and frames.
///
/// A line is `MICROSECONDS SLOT HEX`. The microseconds count from the beginning of the recording, and never decrease.
/// The slot is the player's number. The frames are pairs of hexadecimal digits (docs/protocol.md, "Frames").
package struct Trace: Sendable {
  /// The first line of every trace.
  package static let header = "tiltpad-trace 1"
  /// The maximum size of the frames in a packet without encryption, in bytes.
  package static let longestFrames = PlainHeader.largestPacket - PlainHeader.size

  /// A packet of a player.
  package struct Entry: Hashable, Sendable {
    /// The arrival time, since the recording began.
    package var time: Interval
    /// The slot of the player who sent the packet.
    package var slot: PlayerSlot
    /// The frames of the packet, encoded as on the wire.
    package var frames: [UInt8]
  }

  /// The faults of a line.
  package enum Fault: Hashable, Sendable {
    /// The file does not begin with the header.
    case header
    /// The line does not have three fields, or it is the last line and has no line break.
    case fields
    /// The time is not a number of microseconds, exceeds 10⁷ s, or is less than the previous time.
    case time
    /// The player's number is not the number of a slot.
    case slot
    /// The frames are not pairs of hexadecimal digits.
    case hex
    /// The frames are longer than ``longestFrames``.
    case tooLong
    /// The frames are malformed for this reason.
    case frames(Drop)
  }

  /// An unreadable line.
  package struct Broken: Error, Hashable, Sendable {
    /// The number of the line, counted from 1.
    package var line: Int
    /// The fault of the line.
    package var fault: Fault
  }

  /// The packets, in the order of their times.
  package private(set) var entries: [Entry] = []

  /// Parses the bytes of a file.
  ///
  /// - Throws: `Broken` for the first line that cannot be read.
  package init(parsing bytes: [UInt8]) throws(Broken) {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard let first = lines.first, String(decoding: first, as: UTF8.self) == Trace.header else {
      throw Broken(line: 1, fault: .header)
    }
    // The last line ends with a line break too, so an empty piece follows it.
    guard lines.count > 1, lines.last?.isEmpty == true else {
      throw Broken(line: lines.count, fault: .fields)
    }
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      do throws(Fault) {
        entries.append(try Entry(parsing: line, after: entries.last?.time ?? .zero))
      } catch {
        throw Broken(line: index + 1, fault: error)
      }
    }
  }
}

extension Trace.Fault: Error {}

extension Trace.Entry {
  /// Returns the line for a packet, including its line break.
  package static func line(at time: Interval, slot: PlayerSlot, frames: Span<UInt8>) -> String {
    var text = "\(time.microseconds) \(slot.number) "
    for index in frames.indices {
      if frames[index] < 16 { text += "0" }
      text += String(frames[index], radix: 16)
    }
    return text + "\n"
  }

  fileprivate init(parsing line: ArraySlice<UInt8>, after former: Interval) throws(Trace.Fault) {
    let fields = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard fields.count == 3 else { throw .fields }
    // The limit is ten million seconds: a larger time would overflow when the trace is slowed down.
    guard let time = Int64(String(decoding: fields[0], as: UTF8.self)),
      (former.microseconds...10_000_000_000_000).contains(time)
    else { throw .time }
    guard let number = Int(String(decoding: fields[1], as: UTF8.self)), let slot = PlayerSlot(number: number)
    else { throw .slot }
    self.init(time: .microseconds(time), slot: slot, frames: try Trace.Entry.bytes(fields[2]))
    do throws(Drop) {
      _ = try ControllerFrames(parsing: frames.span, from: 0)
    } catch {
      throw .frames(error)
    }
  }

  private static func bytes(_ text: ArraySlice<UInt8>) throws(Trace.Fault) -> [UInt8] {
    guard text.count % 2 == 0 else { throw .hex }
    guard text.count <= 2 * Trace.longestFrames else { throw .tooLong }
    var bytes: [UInt8] = []
    for start in stride(from: text.startIndex, to: text.endIndex, by: 2) {
      guard let high = digit(text[start]), let low = digit(text[start + 1]) else { throw .hex }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x30...0x39: character - 0x30
    case 0x61...0x66: character - 0x61 + 10
    case 0x41...0x46: character - 0x41 + 10
    default: nil
    }
  }
}
