import Model
import Wire

/// What players sent, as text: a header line, then for each packet its time, its player and its frames.
///
/// A line is `MICROSECONDS SLOT HEX`: microseconds since the recording began, never less than on the line
/// before; the player's number; the frames as pairs of hexadecimal digits (docs/protocol.md, "Frames").
struct Trace: Sendable {
  /// The first line of every trace.
  static let header = "tiltpad-trace 1"
  /// The most bytes of frames that a packet without encryption has room for.
  static let longestFrames = PlainHeader.largestPacket - PlainHeader.size

  /// A packet of a player.
  struct Entry: Hashable, Sendable {
    /// When it arrived, since the recording began.
    var time: Interval
    /// Whose it was.
    var slot: PlayerSlot
    /// Its frames, as on the wire.
    var frames: [UInt8]
  }

  /// What is wrong with a line.
  enum Fault: Hashable, Sendable {
    /// The file does not begin with the header.
    case header
    /// The line has not three fields, or the last one does not end.
    case fields
    /// The time is no number, or goes back.
    case time
    /// There is no such player.
    case slot
    /// The frames are no pairs of hexadecimal digits.
    case hex
    /// The frames are more than a packet holds.
    case tooLong
    /// No controller sends such frames.
    case frames(Malformed)
  }

  /// A line that cannot be read.
  struct Broken: Error, Hashable, Sendable {
    /// Its number, counted from 1.
    var line: Int
    /// What is wrong with it.
    var fault: Fault
  }

  /// The packets, in the order of their time.
  private(set) var entries: [Entry] = []

  /// The trace in the bytes of a file.
  ///
  /// - Throws: `Broken`: the first line that cannot be read.
  init(parsing bytes: [UInt8]) throws(Broken) {
    let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
    guard let first = lines.first, String(decoding: first, as: UTF8.self) == Trace.header else {
      throw Broken(line: 1, fault: .header)
    }
    // The last line ends too: what follows its end is empty.
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

  /// Which players have packets.
  var slots: Set<PlayerSlot> { Set(entries.map(\.slot)) }
}

extension Trace.Fault: Error {}

extension Trace.Entry {
  /// The line of this entry, with its end.
  static func line(at time: Interval, slot: PlayerSlot, frames: Span<UInt8>) -> String {
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
    // Ten million seconds: more would overflow when the trace is slowed down.
    guard let time = Int64(String(decoding: fields[0], as: UTF8.self)),
      (former.microseconds...10_000_000_000_000).contains(time)
    else { throw .time }
    guard let number = Int(String(decoding: fields[1], as: UTF8.self)), let slot = PlayerSlot(number: number)
    else { throw .slot }
    self.init(time: .microseconds(time), slot: slot, frames: try Trace.Entry.bytes(fields[2]))
    do throws(Malformed) {
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

extension Trace.Fault {
  /// What is wrong, in words.
  var reason: String {
    switch self {
    case .header: "the file does not begin with \"\(Trace.header)\""
    case .fields: "the line is not MICROSECONDS SLOT HEX, or is cut off"
    case .time: "the time is no number of microseconds, or goes back"
    case .slot: "the player is none of 1 to \(PlayerSlot.limit)"
    case .hex: "the frames are not pairs of hexadecimal digits"
    case .tooLong: "the frames are longer than \(Trace.longestFrames) bytes"
    case .frames(let fault): "no controller sends such frames (\(fault))"
    }
  }
}
