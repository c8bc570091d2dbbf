import Dialects
import Model
import Settings
import Testing
import Wire

@testable import Inputs

/// A value of a controller whose sign depends on its app.
enum Signed: CaseIterable {
  /// An axis of a stick: positive is right, and down.
  case leftX, leftY, rightX, rightY
  /// An angle of the tilt.
  ///
  /// Roll is positive clockwise as the player sees it, pitch with the top edge or the nose up, and yaw to the
  /// right.
  case roll, pitch, yaw
  /// Acceleration in the frame of the screen: x to the right, y to the top edge, z out of the screen.
  ///
  /// An axis that points up at rest is positive.
  case accelerationX, accelerationY, accelerationZ
  /// Rotation about these axes, right-handed.
  case rotationX, rotationY, rotationZ

  /// Returns the sign of the value in `posture`, −1 to 1.
  func sign(in posture: SourceState) -> Int {
    let state = posture.state(held: .normal)
    let (tilt, motion) = (
      state.tilt ?? .zero, posture.motion ?? MotionSample(acceleration: .zero, rotation: .zero)
    )
    let value: Int =
      switch self {
      case .leftX: Int(posture.left.x)
      case .leftY: Int(posture.left.y)
      case .rightX: Int(posture.right.x)
      case .rightY: Int(posture.right.y)
      case .roll: Int(tilt.roll.raw >> 12)
      case .pitch: Int(tilt.pitch.raw >> 12)
      case .yaw: Int(tilt.yaw.raw >> 12)
      case .accelerationX: Int(motion.acceleration.x)
      case .accelerationY: Int(motion.acceleration.y)
      case .accelerationZ: Int(motion.acceleration.z)
      case .rotationX: Int(motion.rotation.x)
      case .rotationY: Int(motion.rotation.y)
      case .rotationZ: Int(motion.rotation.z)
      }
    return value / 100 == 0 ? 0 : value.signum()
  }
}

/// Every sign of every protocol, compared with the sources of its apps.
@Suite struct SignTests {
  /// A movement, its messages, and the values that it moves with their signs; all other values stay at rest.
  struct Movement: Sendable, CustomTestStringConvertible {
    let settings: String
    let what: String
    let messages: [[UInt8]]
    let signs: [Signed: Int]
    var testDescription: String { "\(settings): \(what)" }

    init(_ settings: String, _ what: String, _ messages: [[UInt8]], _ signs: [Signed: Int]) {
      (self.settings, self.what, self.messages, self.signs) = (settings, what, messages, signs)
    }

    init(_ settings: String, _ what: String, _ texts: String..., moves signs: [Signed: Int]) {
      self.init(settings, what, texts.map { Array($0.utf8) }, signs)
    }
  }

  @Test(arguments: heads + phones + oscs + pads + transmitters)
  func `A movement has the sign that its app gives it, and moves nothing else`(_ movement: Movement) throws {
    let dialect = try HeardInput(movement.settings).dialect
    var posture = SourceState()
    for message in movement.messages {
      let reading = try #require(try dialect.read(message.span, 0))
      if let layout = reading.layout { posture.lay(layout) }
      try reading.change(&posture)
    }
    for value in Signed.allCases {
      #expect(value.sign(in: posture) == movement.signs[value] ?? 0, "\(value)")
    }
  }

  @Test func `Every protocol has a movement`() {
    let all = SignTests.heads + SignTests.phones + SignTests.oscs + SignTests.pads + SignTests.transmitters
    let names = Set(all.map { $0.settings.split(separator: " ").first.map(String.init) ?? "" })
    #expect(names == Set(Inputs.Dialect.all.map(\.transport.name)))
  }

  @Test func `Outputs have the signs of their readers`() throws {
    let tilt = Tilt(roll: Angle(radians: 0.5), pitch: Angle(radians: 0.25), yaw: Angle(radians: 1))
    let pose = HeadPose(tilt)
    #expect(
      pose.roll < 0 && pose.pitch > 0 && pose.yaw > 0,
      "opentrack's roll is positive towards the left shoulder")
    var status = PlayerStatus(
      of: PlayerSlot(index: 0), at: .gateway(connection: 0, controller: 0), by: .other)
    (status.tilt, status.isConnected) = (tilt, true)
    var osc = OSCOutput(to: Desk.place(0))
    osc.show(status)
    let up = PadReport(leftStick: Stick(x: 32_767, y: -32_767), rightStick: Stick(x: -32_767, y: 32_767))
    osc.show(PadStatus(slot: PlayerSlot(index: 0), report: up), at: Instant(nanoseconds: 0))
    var told: [String: [Float]] = [:]
    for message in osc.messages {
      let bytes = message.bytes.bytes
      try OSCPacket.read(bytes.span) { read in
        told[String(decoding: bytes[read.address], as: UTF8.self)] = (0..<read.count).compactMap(read.number)
      }
    }
    #expect(told["/player/1/tilt"]?.map { ($0 * 100).rounded() } == [50, 25, 100], "roll, pitch, yaw")
    #expect(
      ["lx", "ly", "rx", "ry"].map { told["/player/1/\($0)"] } == [[1], [1], [0], [0]], "right and up are 1")
    var server = DSUServer(server: 7, allowed: AddressRange.loopback)
    let request = DSURequest(client: 1, .data(DSUSelection())).datagram
    request.withBytes { server.receive($0, at: 0, from: Desk.place(0), at: Instant(nanoseconds: 0)) }
    server.show(PadStatus(slot: PlayerSlot(index: 0), report: up), at: Instant(nanoseconds: 1))
    let answer = try #require(server.messages.last).bytes.withBytes { try? DSUAnswer(parsing: $0) }
    guard case .pad(let pad) = answer?.content else { throw DialectDrop.kind }
    #expect([pad.leftX, pad.leftY, pad.rightX, pad.rightY] == [255, 255, 0, 0], "right and up are 255")
  }

  // Sources: opentrack's tracker-steamvr (yaw, pitch and roll from the matrix), tracker-tobii and proto-flightgear, which agree.
  static let heads: [Movement] = [
    opentrack("the head to the right", yaw: 45, moves: [.yaw: 1, .rightX: 1]),
    opentrack("the head to the left, not wrapped", yaw: 350, moves: [.yaw: -1, .rightX: -1]),
    opentrack("the head to the right, wrapped twice", yaw: -690, moves: [.yaw: 1, .rightX: 1]),
    opentrack("the head up", pitch: 20, moves: [.pitch: 1, .rightY: -1]),
    opentrack("the head up, not wrapped", pitch: -340, moves: [.pitch: 1, .rightY: -1]),
    opentrack("the head to the left shoulder", roll: 20, moves: [.roll: -1]),
    opentrack("the head to the right shoulder, not wrapped", roll: 340, moves: [.roll: 1]),
    // Android's SensorManager.getOrientation, which the app FreePIE IMU sends: azimuth, pitch, roll.
    freePIE("still, to the south-east", [(2.1, 0, 0)], moves: [:]),
    freePIE("from north to east", [(0, 0, 0), (1, 0, 0)], moves: [.yaw: 1, .rightX: 1]),
    freePIE("to the right through the south", [(3, 0, 0), (-3, 0, 0)], moves: [.yaw: 1, .rightX: 1]),
    freePIE("the top edge up", [(0, -0.3, 0)], moves: [.pitch: 1, .rightY: -1]),
    freePIE("the right edge down", [(0, 0, 0.3)], moves: [.roll: 1]),
  ]

  // The frame of Android's sensors is right-handed, with x to the right, y to the top edge and z out of the
  // screen. At rest, an axis that points up has a positive acceleration.
  static let phones: [Movement] = ["sensagram", "sensorserver", "droidpad", "freepie", "osc"].flatMap {
    name in
    [
      phone(name, "upright", (0, 9.81, 0), (0, 0, 0), moves: [.accelerationY: 1]),
      phone(
        name, "turned like a wheel, to the right", (-6.94, 6.94, 0), (0, 0, 0),
        moves: [.accelerationX: -1, .accelerationY: 1, .roll: 1]),
      phone(
        name, "the top edge towards the player", (0, 6.94, -6.94), (0, 0, 0),
        moves: [.accelerationY: 1, .accelerationZ: -1, .pitch: 1]),
      phone(
        name, "turning about x: the top edge comes forward", (0, 9.81, 0), (1, 0, 0),
        moves: [.accelerationY: 1, .rotationX: 1]),
      phone(name, "turning about y", (0, 9.81, 0), (0, 1, 0), moves: [.accelerationY: 1, .rotationY: 1]),
      phone(
        name, "turning about z: against the clock", (0, 9.81, 0), (0, 0, 1),
        moves: [.accelerationY: 1, .rotationZ: 1]),
    ]
  }

  static let oscs: [Movement] = [
    osc("lx", 1, moves: [.leftX: 1]), osc("ly", 1, moves: [.leftY: -1]), osc("rx", 1, moves: [.rightX: 1]),
    osc("ry", 1, moves: [.rightY: -1]), osc("roll", 0.3, moves: [.roll: 1]),
    osc("pitch", 0.3, moves: [.pitch: 1]),
    osc("yaw", 0.3, moves: [.yaw: 1]),
    // iOS's CMAttitude is right-handed about x and y, and its gravity points downwards.
    osc("gyrosc/gyro", 0.3, 0, 0, moves: [.pitch: 1]), osc("gyrosc/gyro", 0, 0.3, 0, moves: [.roll: 1]),
    osc("gyrosc/accel", 0, -1, 0, moves: [.accelerationY: 1]),
    osc("accxyz", 0, -1, 0, moves: [.accelerationY: 1]),
    osc("ZIGSIM/a/gravity", 0, -1, 0, moves: [.accelerationY: 1]),
    osc("ZIGSIM/a/gyro", 0, 1, 0, moves: [.rotationY: 1]),
  ]

  static let pads: [Movement] = [
    Movement("droidpad", "a stick right and up", "l,JOYSTICK,1,1", moves: [.leftX: 1, .leftY: -1]),
    Movement(
      "droidpad", "the right stick left and down", "R,JOYSTICK,-1,-1", moves: [.rightX: -1, .rightY: 1]),
    Movement("droidpad", "a wheel to the right", "w,STEERING_WHEEL,90", moves: [.leftX: 1]),
    Movement(
      "droidpad", "a wheel far to the right, which is no angle that wraps", "w,STEERING_WHEEL,350",
      moves: [.leftX: 1]),
    retroPad(.leftX, moves: [.leftX: 1]), retroPad(.leftY, moves: [.leftY: 1]),
    retroPad(.rightX, moves: [.rightX: 1]), retroPad(.rightY, moves: [.rightY: 1]),
    yoke("s1", [0x7fff, 0x7fff], "a stick right and down", moves: [.leftX: 1, .leftY: 1]),
    yoke("t2", [0, 0], "the other one left and up", moves: [.rightX: -1, .rightY: -1]),
    yoke("mb", [0x5000], "the wheel of Racing to the right", moves: [.roll: 1]),
    yoke("mb", [0x3000], "the wheel of Racing to the left", moves: [.roll: -1]),
    yoke("mx,my", [0x4000, 0x4000 + 4_017], "upright", moves: [.accelerationY: 1]),
    dsu("a stick right and up", moves: [.leftX: 1, .leftY: -1]) { ($0.leftX, $0.leftY) = (255, 255) },
    dsu("the right stick left and down", moves: [.rightX: -1, .rightY: 1]) {
      ($0.rightX, $0.rightY) = (0, 0)
    },
    // These are the axes of v1993/cemuhook-protocol with Dolphin's and evdevhook2's directions. At rest on a
    // table, y is −1 g.
    dsu("on its back", moves: [.accelerationZ: 1]) { $0.acceleration = Vector(y: -1) },
    dsu("upright", moves: [.accelerationY: 1]) { $0.acceleration = Vector(z: 1) },
    dsu("pitch", moves: [.rotationX: 1, .accelerationY: 1]) { turn(&$0, Vector(x: 90)) },
    dsu("yaw to the right", moves: [.rotationZ: -1, .accelerationY: 1]) { turn(&$0, Vector(y: 90)) },
    dsu("roll", moves: [.rotationY: 1, .accelerationY: 1]) { turn(&$0, Vector(z: 90)) },
  ]

  // The usual order of transmitters is aileron, elevator, throttle, rudder. A value above the middle means
  // right or up.
  static let transmitters: [Movement] = [
    elrs(0, moves: [.rightX: 1]), elrs(1, moves: [.rightY: -1]), elrs(2, moves: [.leftY: -1]),
    elrs(3, moves: [.leftX: 1]),
  ]
}

extension SignTests {
  private static func opentrack(
    _ what: String, yaw: Double = 0, pitch: Double = 0, roll: Double = 0, moves signs: [Signed: Int]
  ) -> Movement {
    Movement("opentrack", what, [HeadPose(yaw: yaw, pitch: pitch, roll: roll).datagram.bytes], signs)
  }

  private static func freePIE(
    _ what: String, _ attitudes: [(Float, Float, Float)], moves signs: [Signed: Int]
  ) -> Movement {
    let messages = attitudes.map {
      FreePIEMessage(device: 0, sensors: nil, attitude: Vector(x: $0.0, y: $0.1, z: $0.2)).datagram.bytes
    }
    return Movement("freepie", what, messages, signs)
  }

  private static func phone(
    _ name: String, _ what: String, _ up: (Float, Float, Float), _ turn: (Float, Float, Float),
    moves signs: [Signed: Int]
  ) -> Movement {
    let words = [up, turn].map { "\($0.0),\($0.1),\($0.2)" }
    let messages: [[UInt8]] =
      switch name {
      case "droidpad": ["ACCELEROMETER,\(words[0])", "GYROSCOPE,\(words[1])"].map { Array($0.utf8) }
      case "freepie":
        [
          FreePIEMessage(
            device: 0,
            sensors: .init(
              acceleration: Vector(x: up.0, y: up.1, z: up.2),
              rotation: Vector(x: turn.0, y: turn.1, z: turn.2),
              field: .zero), attitude: nil
          ).datagram.bytes
        ]
      case "osc":
        [message("accelerometer", [up.0, up.1, up.2]), message("gyroscope", [turn.0, turn.1, turn.2])]
      default:
        zip(["accelerometer", "gyroscope"], words).map {
          Array(#"{"type":"android.sensor.\#($0)","timestamp":1,"values":[\#($1)]}"#.utf8)
        }
      }
    return Movement(name, what, messages, signs)
  }

  private static func message(_ address: String, _ numbers: [Float]) -> [UInt8] {
    OSCAddress("/\(address)")?.message(numbers.span).bytes ?? []
  }

  private static func osc(_ address: String, _ numbers: Float..., moves signs: [Signed: Int]) -> Movement {
    Movement("osc", "/\(address) \(numbers)", [message(address, numbers)], signs)
  }

  private static func retroPad(_ axis: RetroPadAxis, moves signs: [Signed: Int]) -> Movement {
    Movement("retropad", "\(axis)", [RetroPadChange.axis(axis, 32_767).datagram.bytes], signs)
  }

  private static func yoke(
    _ names: String, _ values: [UInt16], _ what: String, moves signs: [Signed: Int]
  ) -> Movement {
    let isThumb = names.hasPrefix("t")
    let words: [UInt8] = values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let state: [UInt8] = [0] + words + (isThumb ? [0] : [])
    return Movement("yoke", what, [Array(names.utf8), state], signs)
  }

  private static func dsu(
    _ what: String, moves signs: [Signed: Int], _ change: (inout DSUPad) -> Void
  ) -> Movement {
    var pad = DSUPad(DSUPort(slot: 0, .connected))
    change(&pad)
    return Movement("dsu", what, [DSUAnswer(server: 1, .pad(pad)).datagram.bytes], signs)
  }

  private static func turn(_ pad: inout DSUPad, _ rotation: Vector) {
    // The pad stands upright, in the way in which a phone is held.
    (pad.acceleration, pad.rotation) = (Vector(z: 1), rotation)
  }

  private static func elrs(_ channel: Int, moves signs: [Signed: Int]) -> Movement {
    var frame = ELRSFrame(count: 4)
    for index in 0..<4 { frame[index] = index == channel ? 0x7fff : 0x4000 }
    return Movement("elrs", "channel \(channel + 1)", [frame.datagram.bytes], signs)
  }
}
