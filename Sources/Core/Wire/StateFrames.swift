import Model

/// The encoding of STATE and TILT (docs/protocol.md, "Frames").
extension ControllerState {
  /// The bits of STATE's flags byte; the others are reserved.
  private enum Flag {
    static let tilt: UInt8 = 1
    static let sticks: UInt8 = 2
    static let neutral: UInt8 = 4
    static let discontinuity: UInt8 = 8
  }

  /// The value of STATE's battery byte for an unknown level.
  private static let unknownBattery: UInt8 = 255

  init(parsingState bytes: Span<UInt8>, at offset: Int) throws(Drop) {
    let flags = bytes[offset + 4]
    let battery = bytes[offset + 5]
    guard flags < 16 else { throw .reservedNotZero }
    guard battery <= 100 || battery == ControllerState.unknownBattery else { throw .batteryRange }
    self.init(
      sampleTime: bytes.u32(at: offset),
      tilt: flags & Flag.tilt == 0 ? nil : Tilt(parsing: bytes, at: offset + 6),
      sticks: flags & Flag.sticks == 0
        ? nil
        : Sticks(
          left: Stick(parsing: bytes, at: offset + 16), right: Stick(parsing: bytes, at: offset + 20)),
      buttons: Buttons(rawValue: bytes.u32(at: offset + 12)),
      leftTrigger: bytes[offset + 24], rightTrigger: bytes[offset + 25],
      battery: battery == ControllerState.unknownBattery ? nil : battery,
      isNeutral: flags & Flag.neutral != 0, isDiscontinuous: flags & Flag.discontinuity != 0,
      nextEdge: bytes.u16(at: offset + 26))
  }

  init(parsingTilt bytes: Span<UInt8>, at offset: Int) throws(Drop) {
    self.init(
      sampleTime: bytes.u32(at: offset),
      tilt: Tilt(
        roll: try Angle(parsing: bytes, at: offset + 4),
        pitch: try Angle(parsing: bytes, at: offset + 8),
        yaw: try Angle(parsing: bytes, at: offset + 12)),
      buttons: Buttons(rawValue: bytes.u32(at: offset + 16)))
  }

  /// Appends STATE, or TILT if the edges are not numbered.
  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    guard let nextEdge else { return writeTilt(to: &datagram) }
    datagram.append(.state, length: 28)
    datagram.append(sampleTime)
    datagram.append(flags)
    datagram.append(battery ?? ControllerState.unknownBattery)
    (tilt ?? .zero).write(to: &datagram)
    datagram.append(buttons.rawValue)
    (sticks?.left ?? .centre).write(to: &datagram)
    (sticks?.right ?? .centre).write(to: &datagram)
    datagram.append(leftTrigger)
    datagram.append(rightTrigger)
    datagram.append(nextEdge)
  }

  private var flags: UInt8 {
    (tilt == nil ? 0 : Flag.tilt) | (sticks == nil ? 0 : Flag.sticks)
      | (isNeutral ? Flag.neutral : 0) | (isDiscontinuous ? Flag.discontinuity : 0)
  }

  private func writeTilt<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    let tilt = tilt ?? .zero
    datagram.append(.tilt, length: 20)
    datagram.append(sampleTime)
    datagram.append(Float(tilt.roll.radians))
    datagram.append(Float(tilt.pitch.radians))
    datagram.append(Float(tilt.yaw.radians))
    datagram.append(buttons.rawValue)
  }
}

extension Angle {
  /// Decodes an angle of TILT: a finite f32 in radians within ±2π.
  fileprivate init(parsing bytes: Span<UInt8>, at offset: Int) throws(Drop) {
    let radians = bytes.f32(at: offset)
    guard radians.isFinite else { throw .angleNotFinite }
    guard radians.magnitude <= Float(2 * Double.pi) else { throw .angleRange }
    self.init(radians: Double(radians))
  }
}

extension Tilt {
  fileprivate init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      roll: Angle(bam16: bytes.i16(at: offset)), pitch: Angle(bam16: bytes.i16(at: offset + 2)),
      yaw: Angle(bam16: bytes.i16(at: offset + 4)))
  }

  fileprivate func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(roll.bam16)
    datagram.append(pitch.bam16)
    datagram.append(yaw.bam16)
  }
}

extension Stick {
  /// Decodes a stick position; −32768 has no positive counterpart and is read as −32767.
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(x: max(bytes.i16(at: offset), -.max), y: max(bytes.i16(at: offset + 2), -.max))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(x)
    datagram.append(y)
  }
}

/// The encoding of HIST (0x02): samples of age and tilt.
extension History {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    self.init()
    for start in stride(from: offset, to: offset + length, by: 8) {
      append(HistorySample(age: bytes.u16(at: start), tilt: Tilt(parsing: bytes, at: start + 2)))
    }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.history, length: 8 * count)
    for index in 0..<count {
      datagram.append(self[index].age)
      self[index].tilt.write(to: &datagram)
    }
  }
}

/// The encoding of EDGES (0x04): the number of the first edge, then button with direction and age for each edge.
extension EdgeLog {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) throws(Drop) {
    self.init(first: bytes.u16(at: offset))
    for start in stride(from: offset + 2, to: offset + length, by: 3) {
      guard let button = Button(rawValue: bytes[start] & 0x7f) else { throw .buttonRange }
      append(Edge(button, isPress: bytes[start] & 0x80 != 0, age: bytes.u16(at: start + 1)))
    }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.edges, length: 2 + 3 * count)
    datagram.append(first)
    for index in 0..<count {
      datagram.append(self[index].button.rawValue | (self[index].isPress ? 0x80 : 0))
      datagram.append(self[index].age)
    }
  }
}
