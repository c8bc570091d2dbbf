import Gamepad
import Testing

@testable import Commands

@Suite struct DoctorLinkTests {
  @Test func `Each player's link must lead to the player's pad, and no link may be left`() {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.machine.nodes = {
      [InputNode(path: "/dev/input/event7", phys: "tiltpad/pad1", kinds: [InputNode.joystick])]
    }
    root.write("", to: "/dev/input/event7")
    #expect(
      Check.links.examine(look).text.hasPrefix("/dev/input/by-id/tiltpad-player1-event-joystick is missing"))
    #expect(Check.links.examine(look).remedy?.contains("udevadm trigger") == true)
    root.link("/dev/input/by-id/tiltpad-player1-event-joystick", to: "../event6")
    #expect(
      Check.links.examine(look).text.contains("leads to event6, so launchers do not find player 1 at event7"))
    root.link("/dev/input/by-id/tiltpad-player1-event-joystick", to: "../event7")
    #expect(Check.links.examine(look).grade == .ok)
    root.link("/dev/input/by-id/usb-Other-event-joystick", to: "../event9")
    #expect(Check.links.examine(look).text == "each pad has its link in /dev/input/by-id")
    root.link("/dev/input/by-id/tiltpad-player2-joystick", to: "../js1")
    #expect(
      Check.links.examine(look).text
        == "/dev/input/by-id/tiltpad-player2-joystick leads to a node that is gone")
  }

  @Test(
    arguments: [
      ("tiltpad/pad16", "", 16), ("tiltpad/motion2", "", 2), ("", "02:74:62:0a:1b:2f", 16),
      ("", "02:74:62:0a:1b:20", 1),
      ("tiltpad/keys", "", nil), ("usb-1/input0", "aa:b5", nil),
    ] as [(String, String, Int?)])
  func `A node of ours names its player`(phys: String, uniq: String, player: Int?) {
    #expect(InputNode(path: "/dev/input/event1", phys: phys, uniq: uniq).player == player)
  }
}
