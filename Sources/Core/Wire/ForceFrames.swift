public import Model

/// The torque on a wheel and its angle (TORQUE).
public struct Torque: Hashable, Sendable {
  /// The torque of a motor, −32767 to 32767 (the full torque to the right).
  ///
  /// It does not include the conditions if the controller computes them itself.
  public var torque: Int16
  /// The angle of the wheel, −32767 at the left stop to 32767 at the right one.
  public var angle: Int16
  /// The angle from stop to stop, in degrees; 0 if games cannot push the pad.
  public var range: UInt16
  /// The time for which the torque lasts without another TORQUE, in units of 10 ms.
  public var lifetime: UInt8
  /// True if forces act on the wheel; otherwise its angle is the one that the controller reports.
  public var isActing: Bool

  /// Creates a torque.
  public init(torque: Int16, angle: Int16, range: UInt16, lifetime: UInt8, isActing: Bool) {
    (self.torque, self.angle, self.range) = (torque, angle, range)
    (self.lifetime, self.isActing) = (lifetime, isActing)
  }
}

/// The encoding of TORQUE (0x17).
extension Torque {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      torque: max(bytes.i16(at: offset), -32_767), angle: max(bytes.i16(at: offset + 2), -32_767),
      range: bytes.u16(at: offset + 4), lifetime: bytes[offset + 6], isActing: bytes[offset + 7] & 1 == 1)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.torque, length: 8)
    datagram.append(torque)
    datagram.append(angle)
    datagram.append(range)
    datagram.append(lifetime)
    datagram.append(UInt8(isActing ? 1 : 0))
  }
}

/// The conditions of a wheel with their revision (CONDITIONS).
public struct NumberedConditions: Hashable, Sendable {
  /// The number of the list, which grows by 1 with each change and wraps.
  public var revision: UInt8
  /// The conditions that act now.
  public var list: ForceConditions

  /// Creates the list with the number `revision`.
  public init(revision: UInt8, list: ForceConditions) { (self.revision, self.list) = (revision, list) }
}

/// The encoding of CONDITIONS (0x18).
extension NumberedConditions {
  /// The size of one condition, in bytes.
  private static let part = 13

  /// Decodes the conditions; those of an unknown kind are skipped.
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    var list = ForceConditions()
    for start in stride(from: offset + 1, to: offset + length, by: NumberedConditions.part) {
      guard let kind = ForceCondition.Kind(rawValue: bytes[start]) else { continue }
      list.append(
        ForceCondition(
          kind,
          ForceCondition.Numbers(
            rightSaturation: bytes.u16(at: start + 1), leftSaturation: bytes.u16(at: start + 3),
            rightCoefficient: bytes.i16(at: start + 5), leftCoefficient: bytes.i16(at: start + 7),
            deadBand: bytes.u16(at: start + 9), center: bytes.i16(at: start + 11))))
    }
    self.init(revision: bytes[offset], list: list)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.conditions, length: 1 + NumberedConditions.part * list.count)
    datagram.append(revision)
    for index in 0..<list.count { list[index].write(to: &datagram) }
  }
}

extension ForceCondition {
  fileprivate func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(kind.rawValue)
    datagram.append(numbers.rightSaturation)
    datagram.append(numbers.leftSaturation)
    datagram.append(numbers.rightCoefficient)
    datagram.append(numbers.leftCoefficient)
    datagram.append(numbers.deadBand)
    datagram.append(numbers.center)
  }
}
