import Dialects
import Messages
import Notation
import Testing

@Suite struct PhoneTests {
  @Test func `A reading without a type is of the sensor that was asked for, and no other`() throws {
    let plain = Array(#"{"values":[1,2,3],"timestamp":5,"accuracy":3}"#.utf8)
    let event = try PhoneSensorEvent(parsing: plain.span, of: .gravity)
    #expect(event == PhoneSensorEvent(.gravity, .init(x: 1, y: 2, z: 3), time: 5))
    let typed = try Vector.bytes("a gyroscope", of: .sensors)
    #expect(try PhoneSensorEvent(parsing: typed.span, of: .gravity).sensor == .gyroscope)
    let wrong = Array(#"{"type":5,"values":[1,2,3],"timestamp":5}"#.utf8)
    #expect(throws: DialectDrop.field) { try PhoneSensorEvent(parsing: wrong.span, of: .gravity) }
  }

  @Test func `A phone on a table feels gravity out of its screen`() throws {
    let bytes = try Vector.bytes("an accelerometer at rest on a table", of: .sensors)
    let event = try PhoneSensorEvent(parsing: bytes.span)
    #expect(event == PhoneSensorEvent(.accelerometer, .init(z: 9.8125), time: 123_456_789_012_345))
  }

  @Test func `SensorServer has one address for one sensor and another for several`() {
    #expect(SensorServer.path(for: [.gyroscope]) == "/sensor/connect?type=android.sensor.gyroscope")
    #expect(
      SensorServer.path(for: [.accelerometer, .gyroscope])
        == #"/sensors/connect?types=[%22android.sensor.accelerometer%22,%22android.sensor.gyroscope%22]"#)
  }

  @Test func `A finger is where the message says`() throws {
    let bytes = try Vector.bytes("it moves", of: .touches)
    #expect(try PhoneTouch(parsing: bytes.span) == PhoneTouch(x: 11.5, y: 20, .move))
  }
}

@Suite struct TransmitterTests {
  @Test func `A transmitter tells its name and its port`() throws {
    let bytes = try Vector.bytes("a transmitter", of: .elrs)
    let announcement = try ELRSAnnouncement(parsing: bytes.span)
    #expect(announcement.name.text == "RadioMaster Ranger")
    #expect(announcement.port == ELRSAnnouncement.port)
    #expect(
      ELRSAnnouncement.start(interval: 10_000, channels: 8)
        == "action=joystick_begin&interval=10000&channels=8")
  }

  @Test func `Channels have their places`() throws {
    let bytes = try Vector.bytes("eight channels", of: .elrsFrames)
    let frame = try ELRSFrame(parsing: bytes.span)
    #expect((0..<frame.count).map { frame[$0] } == [0, 0x7fff, 1, 2, 3, 4, 5, 6])
    var other = ELRSFrame(count: 2)
    other[1] = 0x4000
    #expect(array(other.datagram) == [1, 2, 0, 0, 0, 0x40])
  }
}
