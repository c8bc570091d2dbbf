import Foundation
import Impairment
import Model
import Sharing
import Testing

/// The laws of shared pads in random scripts; docs/decisions/0064 lists them.
@Suite struct LawTests {
  /// The number of scripts, 100,000 in a long run and otherwise few enough to keep the tests quick.
  private static let count: UInt64 =
    ProcessInfo.processInfo.environment["TILTPAD_LONG"] == nil ? 200 : 100_000

  private func scripts(_ part: UInt64) -> Range<UInt64> {
    let share = LawTests.count / 4
    return part * share..<(part + 1) * share
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `Nothing stays held, and no edge is too short, whoever joins, leaves or falls silent`(part: UInt64) {
    for seed in scripts(part) {
      var hands = Hands(seed: seed)
      for _ in 0..<60 { hands.step() }
      hands.wait(Hands.dwell)
      // Players who have left keep holding what they held. All others release everything.
      for slot in hands.members.union(PlayerSlots(Hands.main)).each {
        hands.move(slot) {
          let motion = $0.motion
          $0 = .neutral
          $0.motion = motion.map {
            PadMotion(acceleration: $0.acceleration, rotation: .zero, time: $0.time + 1)
          }
        }
      }
      // A press that interrupts another one is shown only after the release of the first.
      hands.wait(.milliseconds(60))
      #expect(hands.pad.isAtRest, "seed \(seed): \(hands.pad)")
      #expect(hands.faults == [], "seed \(seed)")
    }
  }

  @Test(arguments: [SharePreset.one, .together, .vote, .mean])
  func `The order in which reports arrive does not matter`(preset: SharePreset) {
    for seed in 0..<LawTests.count / 4 {
      var (first, second) = (Hands(seed: seed, preset), Hands(seed: seed, preset))
      var random = Random(seed: seed)
      for _ in 0..<20 {
        let states = Hands.everybody.map { slot in
          var state = first.states[slot.index]
          state.change(with: &random)
          return (slot, state)
        }
        for (slot, state) in states { first.move(slot) { $0 = state } }
        for (slot, state) in states.reversed() { second.move(slot) { $0 = state } }
        #expect(first.pad.leftStick == second.pad.leftStick, "seed \(seed)")
        #expect(first.pad.rightStick == second.pad.rightStick, "seed \(seed)")
        #expect(first.pad.leftTrigger == second.pad.leftTrigger, "seed \(seed)")
        // Two reports of the same time may make only one of the pads show a short press. 40 ms later the
        // buttons of both agree.
        first.wait(.milliseconds(40))
        second.wait(.milliseconds(40))
        #expect(first.pad.buttons == second.pad.buttons, "seed \(seed)")
      }
    }
  }

  @Test(arguments: [SharePreset.one, .help])
  func `No press of a helper is lost`(preset: SharePreset) {
    let group: [Button] = [.a, .b, .x, .y]
    for seed in 0..<LawTests.count / 4 {
      var hands = Hands(seed: seed, preset, helpers: 1)
      guard let helper = hands.helpers.each.first else { continue }
      for _ in 0..<40 {
        hands.wait(.milliseconds(Int64.random(in: 20...60, using: &hands.random)))
        let button = group.randomElement(using: &hands.random) ?? .a
        if Bool.random(using: &hands.random) {
          hands.move(Hands.main) { $0.buttons[button].toggle() }
          continue
        }
        let start = hands.now
        hands.move(helper) { $0.buttons[button] = true }
        hands.wait(.milliseconds(Int64.random(in: 20...50, using: &hands.random)))
        hands.move(helper) { $0.buttons[button] = false }
        if preset == .help { hands.wait(.milliseconds(40)) }
        let isDown = hands.pad.buttons[button] || hands.padChanged[Int(button.rawValue)] >= start
        let isPressed = hands.padPressed[Int(button.rawValue)] >= start
        #expect(preset == .help ? isPressed : isDown, "seed \(seed), \(button)")
      }
    }
  }

  @Test func `One member alone has the pad as if it were not shared`() {
    for seed in 0..<LawTests.count / 4 {
      var hands = Hands(seed: seed)
      hands.sharing.note(connected: PlayerSlots(Hands.main), at: hands.now)
      hands.wait(Hands.dwell)
      for _ in 0..<40 {
        hands.wait(.milliseconds(Int64.random(in: 0...30, using: &hands.random)))
        hands.play(Hands.main)
        #expect(hands.pad == hands.states[Hands.main.index], "seed \(seed)")
      }
    }
  }

  @Test func `The halves of a pad never mix`() {
    for seed in 0..<LawTests.count / 4 {
      var hands = Hands(seed: seed, .halves, helpers: 1)
      guard let helper = hands.helpers.each.first else { continue }
      hands.wait(Hands.dwell)
      for _ in 0..<40 {
        hands.wait(.milliseconds(Int64.random(in: 0...30, using: &hands.random)))
        hands.play(Bool.random(using: &hands.random) ? helper : Hands.main)
        let (pad, left, right) = (hands.pad, hands.states[Hands.main.index], hands.states[helper.index])
        #expect(pad.leftStick == left.leftStick && pad.rightStick == right.rightStick, "seed \(seed)")
        #expect(pad.leftTrigger == left.leftTrigger && pad.rightTrigger == right.rightTrigger, "seed \(seed)")
        for (button, owner) in [(Button.dpadUp, left), (.dpadLeft, left), (.a, right), (.y, right)] {
          #expect(pad.buttons[button] == owner.buttons[button], "seed \(seed), \(button)")
        }
      }
    }
  }
}
