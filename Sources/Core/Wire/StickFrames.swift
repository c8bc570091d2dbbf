public import Model

/// The places of the frames STICK and PRESSES in the bytes of a packet.
///
/// Most packets have neither frame, so the frames are decoded only where they are needed.
public struct StickPlaces: Hashable, Sendable {
  /// The offset of the body of STICK; 0 if there is none.
  var state: UInt16 = 0
  /// The offset of the body of PRESSES; 0 if there is none.
  var presses: UInt16 = 0

  /// Creates the places of a packet without these frames.
  public init() {}

  /// True if the packet has a STICK.
  @inlinable public var isPresent: Bool { hasState }
  @usableFromInline var hasState: Bool { state != 0 }

  /// Checks the flags of the STICK at `offset`, and returns its place.
  static func place(ofState offset: Int, in bytes: Span<UInt8>) throws(Drop) -> UInt16 {
    guard bytes[offset + 4] & ~(StickState.neutral | StickState.discontinuity) == 0 else {
      throw .reservedNotZero
    }
    return UInt16(offset)
  }

  /// Returns the state in `bytes`, the packet of these places, which must have a STICK.
  public func state(in bytes: Span<UInt8>) -> StickState {
    StickState(parsing: bytes, at: Int(state), Int(bytes[Int(state) - 1]))
  }

  /// Returns the presses in `bytes`, the packet of these places; nil if it has none.
  public func presses(in bytes: Span<UInt8>) -> StickPresses? {
    presses == 0 ? nil : StickPresses(parsing: bytes, at: Int(presses), Int(bytes[Int(presses) - 1]))
  }
}

/// The encoding of STICK (0x0A).
extension StickState {
  /// The bit of the flags byte for ``isNeutral``, as in STATE; all bits but these two are reserved.
  static let neutral: UInt8 = 4
  /// The bit of the flags byte for ``isDiscontinuous``.
  static let discontinuity: UInt8 = 8

  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    let flags = bytes[offset + 4]
    var axes = StickAxes()
    for place in stride(from: offset + 24, to: offset + length, by: 2) { axes.append(bytes.u16(at: place)) }
    let (low, high) = (bytes.u64(at: offset + 8), bytes.u64(at: offset + 16))
    self.init(
      sampleTime: bytes.u32(at: offset), revision: bytes[offset + 5], nextEdge: bytes.u16(at: offset + 6),
      report: StickReport(
        buttons: StickButtons(rawValue: UInt128(high) << 64 | UInt128(low)), axes: axes),
      isNeutral: flags & StickState.neutral != 0,
      isDiscontinuous: flags & StickState.discontinuity != 0)
  }

  /// Appends STICK to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.stick, length: 24 + 2 * report.axes.count)
    datagram.append(sampleTime)
    datagram.append((isNeutral ? StickState.neutral : 0) | (isDiscontinuous ? StickState.discontinuity : 0))
    datagram.append(revision)
    datagram.append(nextEdge)
    datagram.append(UInt64(truncatingIfNeeded: report.buttons.rawValue))
    datagram.append(UInt64(truncatingIfNeeded: report.buttons.rawValue >> 64))
    for index in 0..<report.axes.count { datagram.append(report.axes[index]) }
  }
}

/// The encoding of PRESSES (0x0B): as EDGES, with buttons up to 127.
extension StickPresses {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    self.init(first: bytes.u16(at: offset))
    for place in stride(from: offset + 2, to: offset + length, by: 3) {
      append(
        StickEdge(
          Int(bytes[place] & 0x7f), isPress: bytes[place] & 0x80 != 0, age: bytes.u16(at: place + 1)))
    }
  }

  /// Appends PRESSES to `datagram`.
  public func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.presses, length: 2 + 3 * count)
    datagram.append(first)
    for index in 0..<count {
      datagram.append(UInt8(self[index].button) | (self[index].isPress ? 0x80 : 0))
      datagram.append(self[index].age)
    }
  }
}
