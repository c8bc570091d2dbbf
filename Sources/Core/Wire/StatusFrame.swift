import Model

/// The frames of HOST and PLAYER messages: `u8 type, u16 length, body` (docs/protocol.md, "Status frames").
///
/// A reader skips frames of unknown type or of another length, so that a newer daemon can add frames.
package enum StatusFrame: UInt8, CaseIterable {
  /// The limits, counters and policy of the host.
  case bridge = 0x01
  /// The dropped datagrams by reason.
  case drops = 0x02
  /// The modes, teams and points of the room and its players.
  case room = 0x03
  /// The round of the quiz.
  case round = 0x04
  /// The presses of the round.
  case presses = 0x05
  /// The ports and the database of the host.
  case place = 0x06
  /// The names of the modes of third-party apps.
  case apps = 0x07
  /// The controller of a player.
  case controller = 0x11
  /// The jitter and the silence.
  case times = 0x12
  /// The tilt, as received and smoothed.
  case tilt = 0x13
  /// The state of the pad.
  case pad = 0x14
  /// The counts of packets, edges and messages.
  case counts = 0x15
  /// The offset of the controller's clock.
  case clock = 0x16
  /// The histogram of the packets' delays.
  case delays = 0x17
  /// The histogram of the times from a packet's arrival to the end of the write to the pad.
  case handling = 0x18
  /// The identity of the pad.
  case identity = 0x19
  /// The shared pads.
  case shares = 0x1a

  /// The size of the type and the length before a body, in bytes.
  static let headerSize = 3
  /// The size of one counter, `u8 number, u64 count`, in bytes.
  static let counterSize = 9

  /// Returns whether a body of `length` bytes fits this frame: a fixed part, then any number of parts of equal size.
  func accepts(length: Int) -> Bool {
    let (fixed, part) = layout
    let rest = length - fixed
    return part == 0 ? rest == 0 : rest >= 0 && rest % part == 0
  }

  /// The size of the fixed part and of each repeated part, in bytes.
  package var layout: (fixed: Int, part: Int) {
    switch self {
    case .bridge: (24, 0)
    case .place: (12, 0)
    case .identity: (1, 0)
    case .drops, .counts: (0, StatusFrame.counterSize)
    case .room: (1, 7)
    case .round: (26, 0)
    case .presses: (0, StageStatus.Press.size)
    case .apps: (0, StageStatus.appSize)
    case .shares: (0, ShareStatus.size)
    case .controller: (32, 0)
    case .times: (8, 0)
    case .tilt: (24, 0)
    case .pad: (14, 0)
    case .clock: (13, 0)
    case .delays, .handling: (4 * DelayCounts.count, 0)
    }
  }
}

/// A walk over the frames of a HOST or PLAYER message.
struct StatusFrameWalk {
  /// The offset of the first frame, after the message's type and its version or slot.
  static let start = 2
  private var next = StatusFrameWalk.start

  /// Returns the next known frame of `bytes` and the range of its body; nil at the end.
  ///
  /// - Throws: `frameTruncated` if a header or a body runs past the end.
  mutating func frame(of bytes: Span<UInt8>) throws(Drop) -> (frame: StatusFrame, body: Range<Int>)? {
    while next < bytes.count {
      let (type, start) = (bytes[next], next + StatusFrame.headerSize)
      guard start <= bytes.count else { throw .frameTruncated }
      let end = start + Int(bytes.u16(at: next + 1))
      guard end <= bytes.count else { throw .frameTruncated }
      next = end
      if let frame = StatusFrame(rawValue: type), frame.accepts(length: end - start) {
        return (frame, start..<end)
      }
    }
    return nil
  }
}

extension Datagram {
  /// Appends a frame with the body that `write` appends; a frame with an empty body is left out.
  mutating func append(_ frame: StatusFrame, _ write: (inout Self) -> Void) {
    let start = end + StatusFrame.headerSize
    append(frame.rawValue)
    append(UInt16(0))
    write(&self)
    let length = end - start
    guard length > 0 else {
      end -= StatusFrame.headerSize
      return
    }
    storage[start - 2] = UInt8(truncatingIfNeeded: length)
    storage[start - 1] = UInt8(truncatingIfNeeded: length >> 8)
  }

  /// Appends the counter `number`, unless its `count` is 0.
  mutating func append(counter number: Int, _ count: UInt64) {
    guard count > 0 else { return }
    append(UInt8(truncatingIfNeeded: number))
    append(count)
  }
}

extension Span where Element == UInt8 {
  /// Calls `body` with each counter of this frame, its number and its count.
  func forEachCounter(_ body: (_ number: Int, _ count: UInt64) -> Void) {
    for start in stride(from: 0, to: count, by: StatusFrame.counterSize) {
      body(Int(self[start]), u64(at: start + 1))
    }
  }
}
