import Model
import Sharing
import Testing

/// The presets, tested by the controls of the members that each preset passes on to the pad.
@Suite struct PresetTests {
  private let main = Hands.main
  private let helper = PlayerSlot(index: 0)
  private let third = PlayerSlot(index: 3)
  private static let far = Stick(x: 32_767)

  private func hands(_ preset: SharePreset, _ helpers: PlayerSlot...) -> Hands {
    var hands = Hands(seed: 0, preset, helpers: 1)
    for slot in hands.helpers.each { hands.leave(slot) }
    hands.begin(with: helpers.reduce([]) { $0.union(PlayerSlots($1)) })
    hands.wait(Hands.dwell)
    return hands
  }

  @Test func `A helper who turns a stick has it alone, and a quarter of a second longer`() {
    var hands = hands(.help, helper)
    hands.move(main) { $0.leftStick = Stick(y: -32_767) }
    hands.move(helper) { $0.leftStick = Stick(x: 3_000) }
    #expect(hands.pad.leftStick == Stick(y: -32_767), "a touch of the thumb is no help")
    hands.move(helper) { $0.leftStick = Self.far }
    #expect(hands.pad.leftStick == Self.far)
    hands.move(helper) { $0.leftStick = .centre }
    hands.wait(.milliseconds(249))
    #expect(hands.pad.leftStick == .centre)
    hands.wait(.milliseconds(1))
    #expect(hands.pad.leftStick == Stick(y: -32_767))
  }

  @Test func `A helper's press is a press of its own although the player holds the button`() {
    var hands = hands(.help, helper)
    hands.move(main) { $0.buttons = [Buttons(.a), Buttons(.leftShoulder)] }
    hands.wait(.milliseconds(100))
    hands.move(helper) { $0.buttons = Buttons(.a) }
    #expect(hands.pad.buttons == Buttons(.leftShoulder), "the player's A is released")
    hands.wait(.milliseconds(20))
    #expect(hands.pad.buttons == [Buttons(.a), Buttons(.leftShoulder)])
    hands.move(helper) { $0.buttons = [] }
    hands.wait(.milliseconds(20))
    #expect(hands.pad.buttons == Buttons(.leftShoulder))
    hands.wait(.milliseconds(230))
    #expect(hands.pad.buttons == [Buttons(.a), Buttons(.leftShoulder)])
  }

  @Test func `A helper who falls silent gives everything back at once`() {
    var hands = hands(.help, helper)
    hands.move(main) { $0.rightTrigger = 200 }
    hands.move(helper) { ($0.rightTrigger, $0.buttons) = (100, Buttons(.b)) }
    #expect(hands.pad.rightTrigger == 100)
    hands.wait(.milliseconds(40))
    hands.move(helper, isSilent: true) { $0 = .neutral }
    #expect(hands.pad.rightTrigger == 200)
    #expect(hands.pad.buttons == [])
  }

  @Test func `Turns pass by themselves, with a pause, and by order`() {
    var hands = hands(.turns, helper, third)
    for slot in [main, helper, third] { hands.move(slot) { $0.leftTrigger = slot.number } }
    #expect(hands.pad.leftTrigger == main.number)
    hands.wait(.seconds(30))
    #expect(hands.pad.leftTrigger == 0)
    #expect(hands.sharing.share(of: main).steering.contains(PlayerSlots(third)))
    hands.wait(.milliseconds(300))
    #expect(hands.pad.leftTrigger == third.number)
    hands.sharing.pass(main, at: hands.now)
    hands.wait(.milliseconds(300))
    #expect(hands.pad.leftTrigger == helper.number)
    hands.sharing.note(connected: [PlayerSlots(main), PlayerSlots(third)], at: hands.now)
    hands.wait(.milliseconds(300))
    #expect(hands.pad.leftTrigger == main.number, "who is away has no turn")
  }

  @Test func `While the lowest helper is away, the next one has the right half`() {
    var hands = hands(.halves, helper, third)
    let (lowest, other) = helper.index < third.index ? (helper, third) : (third, helper)
    hands.move(lowest) { $0.rightTrigger = 7 }
    hands.move(other) { $0.rightTrigger = 8 }
    #expect(hands.pad.rightTrigger == 7)
    hands.sharing.note(connected: [PlayerSlots(main), PlayerSlots(other)], at: hands.now)
    hands.wait(.milliseconds(300))
    #expect(hands.pad.rightTrigger == 8)
    hands.sharing.note(connected: .all, at: hands.now)
    hands.wait(.milliseconds(300))
    #expect(hands.pad.rightTrigger == 7)
  }

  @Test func `An average counts those who steer, and a brush of a thumb hardly`() {
    var hands = hands(.together, helper)
    hands.move(main) { $0.leftStick = Self.far }
    hands.move(helper) { $0.leftStick = Stick(y: 3_000) }
    #expect(hands.pad.leftStick == Self.far)
    hands.move(helper) { $0.leftStick = Stick(y: 32_767) }
    #expect(hands.pad.leftStick == Stick(x: 16_384, y: 16_384))
    hands.move(helper) { $0.leftStick = Stick(x: -32_767) }
    #expect(hands.pad.leftStick == .centre)
    hands.move(main) { $0.leftStick = .centre }
    #expect(hands.pad.leftStick == Stick(x: -32_767))
  }

  @Test func `The longer stick, the deeper trigger and all buttons count for one`() {
    var hands = hands(.one, helper)
    hands.move(main) { ($0.leftStick, $0.leftTrigger, $0.buttons) = (Stick(x: 9_000), 9, Buttons(.a)) }
    hands.move(helper) { ($0.leftStick, $0.leftTrigger, $0.buttons) = (Stick(y: -9_001), 8, Buttons(.b)) }
    #expect(hands.pad.leftStick == Stick(y: -9_001))
    #expect(hands.pad.leftTrigger == 9)
    #expect(hands.pad.buttons == [Buttons(.a), Buttons(.b)])
    hands.move(main) { $0.leftStick = Stick(x: -9_001) }
    #expect(hands.pad.leftStick == Stick(y: -9_001), "of two equals, the lower slot")
    hands.wait(Hands.dwell)
    hands.move(main) { $0.buttons = [Buttons(.dpadLeft), Buttons(.dpadUp)] }
    hands.move(helper) { $0.buttons = Buttons(.dpadRight) }
    hands.wait(Hands.dwell)
    #expect(hands.pad.buttons.isSuperset(of: Buttons(.dpadUp)))
    #expect(hands.pad.buttons.isDisjoint(with: [Buttons(.dpadLeft), Buttons(.dpadRight)]))
  }

  @Test func `Whoever moves first has it until it rests`() {
    var hands = hands(.first, helper)
    hands.move(main) { $0.leftStick = Self.far }
    hands.move(helper) { ($0.leftStick, $0.rightStick) = (Stick(y: 32_767), Stick(y: 32_767)) }
    #expect(hands.pad.leftStick == Self.far)
    #expect(hands.pad.rightStick == Stick(y: 32_767))
    hands.move(main) { ($0.leftStick, $0.rightStick) = (.centre, Self.far) }
    hands.wait(.milliseconds(249))
    #expect(hands.pad.leftStick == .centre)
    hands.wait(.milliseconds(1))
    #expect(hands.pad.leftStick == Stick(y: 32_767))
    #expect(hands.pad.rightStick == Stick(y: 32_767))
  }

  @Test func `A vote goes one of eight ways, and a tie is rest`() {
    var hands = hands(.vote, helper, third)
    hands.move(main) { ($0.leftStick, $0.leftTrigger) = (Stick(x: 20_000, y: 1_000), 255) }
    hands.move(helper) { ($0.leftStick, $0.leftTrigger) = (Stick(x: 30_000, y: -9_000), 250) }
    hands.move(third) { $0.leftStick = Stick(x: -32_767) }
    #expect(hands.pad.leftStick == Self.far)
    #expect(hands.pad.leftTrigger == 255)
    hands.move(helper) { $0.leftStick = Stick(x: 20_000, y: 20_000) }
    #expect(hands.pad.leftStick == .centre)
    hands.move(main) { $0.leftStick = Stick(x: 9_000, y: 9_000) }
    #expect(hands.pad.leftStick == Stick(x: 23_170, y: 23_170))
    hands.move(main) { $0.buttons = Buttons(.a) }
    #expect(hands.pad.buttons == [])
    hands.move(third) { $0.buttons = Buttons(.a) }
    #expect(hands.pad.buttons == Buttons(.a))
  }

  @Test func `The mean counts those at rest too`() {
    var hands = hands(.mean, helper)
    hands.move(main) { ($0.leftStick, $0.rightTrigger, $0.buttons) = (Stick(x: -32_767), 255, Buttons(.a)) }
    #expect(hands.pad.leftStick == Stick(x: -16_384), "half away from zero")
    #expect(hands.pad.rightTrigger == 128)
    #expect(hands.pad.buttons == [])
  }

  @Test func `The sensors and the touchpad change hands without a jump`() {
    var hands = hands(.turns, helper)
    let point = TouchPoints.point(of: Contact(number: 5, x: 9, y: 9))
    for (slot, time) in [(main, Int64(9_000)), (helper, 500)] {
      hands.move(slot) {
        $0.motion = PadMotion(acceleration: .zero, rotation: MotionVector(x: 7), time: time)
        $0.touch = TouchPoints(point, TouchPoints.lifted)
      }
    }
    #expect(hands.pad.motion?.time == 9_000)
    hands.sharing.pass(main, at: hands.now)
    hands.wait(.milliseconds(1))
    #expect(hands.pad.isAtRest)
    #expect(hands.pad.motion?.time == 9_001)
    hands.wait(.milliseconds(300))
    #expect(hands.pad.motion?.time == 9_002)
    #expect(hands.pad.touch == TouchPoints(point, TouchPoints.lifted))
    hands.move(helper) { $0.motion?.time = 4_500 }
    #expect(hands.pad.motion?.time == 13_002)
  }

  @Test func `A press that ends at the very moment at which it is due is shown`() {
    var hands = hands(.one, helper)
    hands.move(main) { $0.buttons = Buttons(.a) }
    hands.wait(.milliseconds(40))
    hands.move(main) { $0.buttons = [] }
    let due = hands.now + Hands.dwell
    hands.move(helper) { $0.buttons = Buttons(.a) }
    #expect(hands.pad.buttons == [], "the release is shown for long enough")
    // The engine passes on all reports of a time before it carries out work for which that time is the
    // deadline.
    let shown = hands.sharing.receive(.neutral, of: helper, at: due)
    #expect(shown?.1.buttons == Buttons(.a))
  }

  @Test func `Between the fingers of two members the touchpad has none`() {
    var hands = hands(.turns, helper)
    let point = TouchPoints.point(of: Contact(number: 5, x: 9, y: 9))
    for slot in [main, helper] { hands.move(slot) { $0.touch = TouchPoints(point, TouchPoints.lifted) } }
    hands.sharing.pass(main, at: hands.now)
    hands.wait(.milliseconds(300))
    #expect(!hands.pad.touch.isEmpty)
    hands.terms = ShareTerms(.help)
    hands.begin(with: [])
    #expect(hands.pad.touch.isEmpty)
    hands.wait(Hands.dwell)
    #expect(!hands.pad.touch.isEmpty)
  }
}
