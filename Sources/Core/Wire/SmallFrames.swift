internal import Model

/// The encoding of IMU (0x03).
extension MotionSample {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      acceleration: MotionVector(parsing: bytes, at: offset),
      rotation: MotionVector(parsing: bytes, at: offset + 6))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.motion, length: 12)
    acceleration.write(to: &datagram)
    rotation.write(to: &datagram)
  }
}

extension MotionVector {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(x: bytes.i16(at: offset), y: bytes.i16(at: offset + 2), z: bytes.i16(at: offset + 4))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(x)
    datagram.append(y)
    datagram.append(z)
  }
}

/// The encoding of BUZZ (0x05).
extension Buzz {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      round: bytes.u16(at: offset), edge: bytes.u16(at: offset + 2), pressTime: bytes.u32(at: offset + 4))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.buzz, length: 8)
    datagram.append(round)
    datagram.append(edge)
    datagram.append(pressTime)
  }
}

/// The encoding of PONG (0x06).
extension Pong {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      hostSent: bytes.u32(at: offset), received: bytes.u32(at: offset + 4), sent: bytes.u32(at: offset + 8))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.pong, length: 12)
    datagram.append(hostSent)
    datagram.append(received)
    datagram.append(sent)
  }
}

/// The encoding of TOUCH (0x07).
extension Touches {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) throws(Drop) {
    self.init()
    for start in stride(from: offset, to: offset + length, by: 6) {
      guard let phase = Touch.Phase(rawValue: bytes[start + 1]) else { throw .touchPhase }
      append(
        Touch(id: bytes[start], phase: phase, x: bytes.u16(at: start + 2), y: bytes.u16(at: start + 4)))
    }
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.touch, length: 6 * count)
    for index in 0..<count {
      datagram.append(self[index].id)
      datagram.append(self[index].phase.rawValue)
      datagram.append(self[index].x)
      datagram.append(self[index].y)
    }
  }
}

/// The encoding of TOUCHPAD (0x09).
extension Contacts {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) throws(Drop) {
    let count = (length - 1) / 5
    guard bytes[offset] == count else { throw .frameLength }
    let first = count > 0 ? try Contact(parsing: bytes, at: offset + 1) : nil
    let second = count > 1 ? try Contact(parsing: bytes, at: offset + 6) : nil
    if let first, let second, first.number == second.number { throw .touchContact }
    self.init(first, second)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.touchpad, length: 1 + 5 * count)
    datagram.append(UInt8(count))
    first?.write(to: &datagram)
    second?.write(to: &datagram)
  }
}

extension Contact {
  fileprivate init(parsing bytes: Span<UInt8>, at offset: Int) throws(Drop) {
    guard bytes[offset] <= Contact.highestNumber else { throw .touchContact }
    self.init(number: bytes[offset], x: bytes.u16(at: offset + 1), y: bytes.u16(at: offset + 3))
  }

  fileprivate func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(number)
    datagram.append(x)
    datagram.append(y)
  }
}

/// The encoding of ACK (0x10).
extension Acknowledgement {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      newest: bytes.u32(at: offset), received: bytes.u32(at: offset + 4), nextEdge: bytes.u16(at: offset + 8),
      delay: bytes.u16(at: offset + 10), lastBuzz: bytes.u16(at: offset + 12))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.acknowledgement, length: 14)
    datagram.append(newest)
    datagram.append(received)
    datagram.append(nextEdge)
    datagram.append(delay)
    datagram.append(lastBuzz)
  }
}

/// The encoding of FEEDBACK (0x12).
extension Feedback {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      strong: bytes.u16(at: offset), weak: bytes.u16(at: offset + 2), duration: bytes[offset + 4],
      red: bytes[offset + 5], green: bytes[offset + 6], blue: bytes[offset + 7])
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.feedback, length: 8)
    datagram.append(strong)
    datagram.append(weak)
    datagram.append(duration)
    datagram.append(red)
    datagram.append(green)
    datagram.append(blue)
  }
}

/// The encoding of CTRL (0x13).
extension ControlMessage {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    self.init(
      id: bytes.u16(at: offset), code: bytes[offset + 2], argument: bytes[offset + 3],
      text: offset + 4..<offset + length)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>, text: Span<UInt8>?) {
    datagram.append(.control, length: 4 + (text?.count ?? 0))
    datagram.append(id)
    datagram.append(code)
    datagram.append(argument)
    if let text { datagram.append(contentsOf: text) }
  }
}

/// The encoding of CTRLACK (0x14).
extension Datagram {
  mutating func appendReceipt(_ id: UInt16) {
    append(.controlReceipt, length: 2)
    append(id)
  }
}

/// The encoding of MESSAGE (0x16).
extension Message {
  init(parsing bytes: Span<UInt8>, at offset: Int, _ length: Int) {
    self.init(channel: bytes[offset], payload: offset + 1..<offset + length)
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>, payload: Span<UInt8>?) {
    datagram.append(.message, length: 1 + (payload?.count ?? 0))
    datagram.append(channel)
    if let payload { datagram.append(contentsOf: payload) }
  }
}

/// The encoding of ROUND (0x15).
extension Round {
  init(parsing bytes: Span<UInt8>, at offset: Int) {
    self.init(
      number: bytes.u16(at: offset), phase: bytes[offset + 2], winner: bytes[offset + 3],
      margin: bytes.u32(at: offset + 4))
  }

  func write<let capacity: Int>(to datagram: inout Datagram<capacity>) {
    datagram.append(.round, length: 8)
    datagram.append(number)
    datagram.append(phase)
    datagram.append(winner)
    datagram.append(margin)
  }
}
