import Model
import Testing

/// The values that describe a stick and its state.
@Suite struct StickTests {
  private static let wheel = StickDescription.Axis(code: 0, minimum: 0, maximum: 1_000)

  private static func stick(
    name: String = "Stick", effects: StickEffects = [], keys: [UInt16] = [0x120],
    axes: [StickDescription.Axis] = []
  ) -> StickDescription {
    StickDescription(
      name: name, bus: 3, vendor: 1, product: 2, version: 3, effects: effects, keys: keys, axes: axes)
  }

  private static func report(_ axes: [UInt16]) -> StickReport {
    var report = StickReport()
    for axis in axes { report.axes.append(axis) }
    return report
  }

  @Test(
    arguments: [(0, 0), (1, 1), (2, 3), (127, UInt128.max >> 1), (128, .max), (200, .max)] as [(Int, UInt128)]
  )
  func `The first buttons are those with the lowest numbers, 128 at most`(count: Int, bits: UInt128) {
    #expect(StickButtons.first(count).rawValue == bits)
    #expect(StickButtons.first(count).numbers == Array(0..<min(count, 128)))
  }

  @Test func `A button is a bit, which is set and cleared by itself`() {
    var buttons = StickButtons()
    for number in [0, 5, 63, 64, 127] {
      buttons[number] = true
      #expect(buttons.rawValue >> UInt128(number) == 1 && buttons[number])
    }
    buttons[64] = true
    #expect(buttons.numbers == [0, 5, 63, 64, 127])
    for number in [5, 5, 127] { buttons[number] = false }
    #expect(buttons.numbers == [0, 63, 64])
  }

  @Test func `A stick has room for 31 axes, and each of them makes a difference`() {
    var axes = StickAxes()
    #expect(axes.count == 0 && axes == StickAxes() && Set([axes, StickAxes()]).count == 1)
    for number in 1...33 {
      let before = axes
      axes.append(UInt16(number))
      #expect(axes.count == min(number, 31) && (axes == before) == (number > 31))
    }
    #expect((0..<31).map { axes[$0] } == Array(1...31))
    for index in 0..<31 {
      var other = axes
      other[index] += 100
      #expect(other != axes && Set([axes, other, axes]).count == 2)
    }
  }

  @Test func `A list of edges has room for 16, and their numbers wrap`() {
    var presses = StickPresses(first: 65_530)
    #expect(presses.count == 0 && presses.next == 65_530)
    for number in 0..<18 { presses.append(StickEdge(number, isPress: number % 2 == 0, age: 7)) }
    #expect(presses.count == 16 && presses.first == 65_530 && presses.next == 10)
    let edges = (0..<16).map { presses[$0] }
    #expect(edges == (0..<16).map { StickEdge($0, isPress: $0 % 2 == 0, age: 7) })
  }

  @Test(
    arguments: [
      (0, 1_000, 500), (0, 255, 128), (-128, 127, 128), (0, 1, 1), (0, 65_535, 32_768), (-3, -1, 1),
    ] as [(Int32, Int32, UInt16)])
  func `An axis rests in the middle, rounded up, or at an end`(low: Int32, high: Int32, middle: UInt16) {
    let span = UInt16(high - low)
    for (rest, position) in [(.middle, middle), (.minimum, 0), (.maximum, span)]
      as [(StickDescription.Axis.Rest, UInt16)]
    {
      let axis = StickDescription.Axis(code: 0, rest: rest, minimum: low, maximum: high)
      #expect(axis.span == Int64(span) && axis.restPosition == position)
      #expect(Self.stick(axes: [axis, axis]).neutral == Self.report([position, position]))
    }
  }

  /// Descriptions, each with the name of its special feature, and whether it is valid.
  static let table: [(name: String, stick: StickDescription, isValid: Bool)] = [
    ("one axis", stick(keys: [], axes: [wheel]), true), ("one key", stick(), true),
    ("nothing", stick(keys: []), false), ("no name", stick(name: ""), false),
    ("a name of 79 bytes", stick(name: String(repeating: "a", count: 79)), true),
    ("a name of 80 bytes", stick(name: String(repeating: "a", count: 80)), false),
    ("a name of 80 bytes in 40 characters", stick(name: String(repeating: "é", count: 40)), false),
    ("a name with a line's end", stick(name: "a\n"), false),
    ("ascending keys", stick(keys: [0x120, 0x121, 0x2ff]), true),
    ("a key twice", stick(keys: [0x120, 0x120]), false),
    ("descending keys", stick(keys: [0x121, 0x120]), false),
    ("the last two keys descending", stick(keys: [0x120, 0x123, 0x122]), false),
    ("a key of a mouse", stick(keys: [0x110]), false), ("a key below all", stick(keys: [0xff]), false),
    ("a good and a bad key", stick(keys: [0x120, 0x300]), false),
    ("an axis twice", stick(axes: [wheel, wheel]), false),
    ("no span", stick(axes: [.init(code: 0, minimum: 5, maximum: 5)]), false),
    ("a span of 1", stick(axes: [.init(code: 0, minimum: 5, maximum: 6)]), true),
    ("a span of 65,535", stick(axes: [.init(code: 0, minimum: -5, maximum: 65_530)]), true),
    ("a span of 65,536", stick(axes: [.init(code: 0, minimum: -5, maximum: 65_531)]), false),
    ("a pushed axis", stick(axes: [.init(code: 1, minimum: 0, maximum: 9, isPushed: true)]), true),
    (
      "two pushed axes",
      stick(axes: [0, 1].map { .init(code: $0, minimum: 0, maximum: 9, isPushed: true) }), false
    ),
    ("128 keys", stick(keys: Array(StickCodes.keys.prefix(128))), true),
    ("129 keys", stick(keys: Array(StickCodes.keys.prefix(129))), false),
  ]

  @Test(arguments: table)
  func `A description is valid within its limits`(name: String, stick: StickDescription, isValid: Bool) {
    #expect(stick.isValid == isValid, "\(name)")
  }

  @Test func `The codes are those of joysticks, wheels and gamepads`() {
    let keys = StickCodes.keys
    for range in [0x100...0x10f, 0x120...0x13f, 0x150...0x15f, 0x220...0x223, 0x2c0...0x2ff] {
      #expect(range.allSatisfy { keys.contains(UInt16($0)) })
      #expect(!keys.contains(UInt16(range.lowerBound - 1)) && !keys.contains(UInt16(range.upperBound + 1)))
    }
    let axes: [UInt8] = Array(0...0x17) + Array(0x28...0x2e)
    #expect(keys.count == 132 && StickCodes.axes == axes)
  }

  private func bits(_ numbers: [UInt32]) -> UInt32 { numbers.reduce(0) { $0 | 1 << $1 } }

  @Test func `Only a constant force makes a stick one that games push`() {
    #expect(StickEffects.rumble.rawValue == 1 && StickEffects.constant.rawValue == 4)
    // The motors are FF_RUMBLE, FF_PERIODIC, FF_SQUARE, FF_TRIANGLE, FF_SINE and FF_GAIN. The second set has
    // all effects but FF_CUSTOM.
    #expect(StickEffects.motors.rawValue == bits([0, 1, 8, 9, 10, 16]))
    #expect(StickEffects.playable.rawValue == bits(Array(0...12) + [16, 17]))
    let all = Self.stick(effects: .playable, axes: [Self.wheel])
    #expect(all.hasForces && all.withoutForces.effects == .motors && !all.withoutForces.hasForces)
    #expect(all.withoutForces.axes == all.axes && !Self.stick(effects: .playable).hasForces)
    let some = Self.stick(effects: [.rumble, StickEffects(rawValue: 0x1000)], axes: [Self.wheel])
    #expect(!some.hasForces && some.withoutForces == some)
    for pushed in 0..<3 {
      let axes = (0..<3).map {
        StickDescription.Axis(code: UInt8($0), minimum: 0, maximum: 9, isPushed: $0 == pushed)
      }
      #expect(Self.stick(axes: axes).pushedAxis == pushed)
    }
    #expect(Self.stick(axes: [Self.wheel]).pushedAxis == 0)
  }

  @Test(
    arguments: [
      (0, 0, -32_767), (0, 500, 0), (0, 1_000, 32_767), (0, 250, -16_383), (0, 501, 65), (0, 1_001, 32_767),
      (1, 0, -32_767), (1, 127, -128), (1, 128, 128), (1, 255, 32_767), (2, 9, 0), (3, 9, 0), (4, 9, 0),
    ] as [(Int, UInt16, Int16)])
  func `The angle of an axis is even on both sides of its middle`(index: Int, position: UInt16, angle: Int16)
  {
    let byte = StickDescription.Axis(code: 1, minimum: 0, maximum: 255)
    let none = StickDescription.Axis(code: 2, minimum: 7, maximum: 7)
    // The third axis has no span, and the report does not have the fourth.
    let stick = Self.stick(axes: [Self.wheel, byte, none, Self.wheel])
    let report = Self.report([position, position, position])
    #expect(stick.angle(of: index, in: report) == angle)
    #expect(Self.stick().angle(of: index, in: report) == 0)
  }
}
