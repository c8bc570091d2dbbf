import Bridge
import Engine
import Impairment
import Model
import TestHost
import TestSupport
import Testing
import TiltpadClient
import Wire

/// A player whose controller describes a box of 128 buttons with two axes.
private struct Booth {
  var gathering: Gathering

  static let box = StickDescription(
    name: "Button box", bus: 3, vendor: 0x1209, product: 1, version: 1,
    keys: Array(StickCodes.keys.prefix(128)),
    axes: [
      StickDescription.Axis(code: 0, minimum: -100, maximum: 100),
      StickDescription.Axis(code: 0x28, rest: .minimum, minimum: 0, maximum: 255),
    ])

  init(
    players: Int = 1,
    _ faults: ImpairedLink.Faults = .init(), identities: Set<UInt8> = [0, 1],
    role: Introduction.Role = .gamepad,
    capabilities: Introduction.Capabilities = .description, seed: UInt64 = 1
  ) {
    gathering = Gathering(
      players, faults, seed: seed, identities: identities, capabilities: capabilities, role: role)
    gathering.seats[0].session.describe(Booth.box, at: gathering.now)
    gathering.play()
  }

  /// Lets `length` pass while the stick shows `buttons` and `axes`.
  mutating func show(
    _ buttons: [Int] = [], _ axes: [UInt16] = [100, 0], for length: Interval = .milliseconds(100)
  ) {
    var report = StickReport()
    for button in buttons { report.buttons[button] = true }
    for axis in axes { report.axes.append(axis) }
    gathering.run(length) { $0.seats[0].session.update(stick: report, at: $0.now) }
  }

  /// Gives an order to share the pad of `main`, and returns the result.
  mutating func share(_ main: PlayerSlot, with helper: PlayerSlot) -> LocalAnswer.Result? {
    let order = ShareOrder(.begin(main, helpers: PlayerSlots(helper), ShareTerms()))
    gathering.host.engine.apply(
      .share(order), in: Span(), from: 3, at: gathering.now, random: &gathering.host.random)
    gathering.host.drain()
    return gathering.host.answers.last?.result
  }

  var shown: StickReport? { gathering.host.sticks.last?.report }
  var drops: DropCounts { gathering.host.engine.drops }
}

@Suite struct StickTests {
  @Test
  func `A described stick is the first and only pad of its player, and shows what the controller shows`() {
    var booth = Booth()
    booth.show([0, 127], [200, 255])
    #expect(booth.gathering.host.requests == [IdentityRequest.described])
    #expect(booth.gathering.seats[0].verdicts == [.made])
    #expect(booth.gathering.host.engine.stick(of: PlayerSlot(index: 0)) == Booth.box)
    #expect(booth.shown?.buttons.numbers == [0, 127])
    #expect(booth.shown?.axes[0] == 200 && booth.shown?.axes[1] == 255)
    #expect(booth.gathering.host.reports.isEmpty, "an ordinary pad gets nothing")
    #expect(booth.drops.total == 0)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `Three encoders at 60 edges a second and 300 presses over 30 % loss: each edge once and in order`(
    seed: UInt64
  ) {
    var faults = ImpairedLink.Faults()
    (faults.loss, faults.duplication, faults.reordering) = (0.3, 0.1, 0.2)
    (faults.delay, faults.jitter) = (.milliseconds(2), .milliseconds(5))
    var booth = Booth(faults, seed: seed)
    booth.show(for: .seconds(2))
    var buttons = StickButtons()
    var noted: [StickButtons] = []
    var due = [0, 5, 11, 17].map { booth.gathering.now + .milliseconds($0) }
    let end = booth.gathering.now + .seconds(40)
    booth.gathering.run(.seconds(44)) { gathering in
      for index in due.indices where due[index] <= gathering.now && gathering.now < end {
        let button = index < 3 ? index : 3 + noted.count % 120
        // If a button from 3 on is held, it is released before the next one is pressed.
        let held = buttons.numbers.first { $0 >= 3 }
        let moved = index < 3 ? button : held ?? button
        buttons[moved] = !buttons[moved]
        noted.append(buttons)
        due[index] = due[index] + (index < 3 ? .microseconds(16_667) : .microseconds(66_000))
        gathering.seats[0].session.hold(stick: buttons, at: gathering.now)
      }
    }
    var shown: [StickButtons] = []
    for (_, _, report) in booth.gathering.host.sticks where report.buttons != shown.last ?? [] {
      shown.append(report.buttons)
    }
    #expect(noted.count > 7_500)
    #expect(shown == noted, "seed \(seed)")
    #expect(booth.gathering.host.status().counts.edges == UInt64(noted.count))
    #expect(booth.gathering.host.status().counts.skipped == 0)
  }

  @Test func `A new revision is a new device, at most once a second, and the old presses mean nothing to it`()
  {
    var booth = Booth()
    booth.show([5])
    var other = Booth.box
    other.keys = [0x120]
    other.name = "Other box"
    booth.gathering.seats[0].session.describe(other, at: booth.gathering.now)
    booth.show([], for: .milliseconds(500))
    booth.gathering.seats[0].session.describe(Booth.box, at: booth.gathering.now)
    booth.show([], for: .milliseconds(300))
    #expect(booth.gathering.host.requests == [IdentityRequest.described])
    booth.show([7], for: .seconds(2))
    #expect(booth.gathering.host.requests.count == 2)
    #expect(booth.gathering.host.engine.stick(of: PlayerSlot(index: 0)) == Booth.box)
    #expect(booth.shown?.buttons.numbers == [7])
  }

  @Test func `A controller that announces a stick and describes none gets a pad after two seconds`() {
    var gathering = Gathering(1, identities: [0, 1], capabilities: .description)
    gathering.play()
    gathering.run(.milliseconds(1_900))
    #expect(gathering.host.requests.isEmpty)
    gathering.run(.milliseconds(300))
    #expect(gathering.host.requests == [0])
  }

  @Test func `A controller that returns describes its stick anew, and nothing stays held meanwhile`() {
    var booth = Booth()
    booth.show([5], [200, 200])
    booth.gathering.seats[0].isMute = true
    booth.show([5], [200, 200], for: .milliseconds(1_200))
    #expect(booth.shown?.buttons.isEmpty == true)
    #expect(booth.shown?.axes == Booth.box.neutral.axes)
    booth.show([5], [200, 200], for: .seconds(2))
    booth.gathering.seats[0].isMute = false
    booth.show([5], [150, 200], for: .seconds(4))
    #expect(booth.shown?.buttons.numbers == [5] && booth.shown?.axes[0] == 150)
  }

  @Test func `Another mode keeps the device at rest`() {
    var booth = Booth()
    booth.show([5], [200, 200])
    booth.gathering.bridge.players.enter(.lobby, for: [], PlayerSlot(index: 0), at: booth.gathering.now)
    booth.show([5, 6], [200, 200])
    #expect(booth.shown == Booth.box.neutral)
    booth.gathering.bridge.players.enter(.play, for: .pad, PlayerSlot(index: 0), at: booth.gathering.now)
    booth.show([5], [200, 200])
    #expect(booth.shown?.buttons.isEmpty == true, "what was held counts after its release")
    booth.show([], [200, 200])
    booth.show([5], [200, 200])
    #expect(booth.shown?.buttons.numbers == [5])
  }

  @Test func `A host that wants no sticks, and a buzzer, get a verdict, a count and no stick`() {
    for (identities, role, verdict) in [
      ([], .gamepad, .unwanted), ([0, 1], .buzzer, .notAllowed),
    ] as [(Set<UInt8>, Introduction.Role, StickVerdict)] {
      var booth = Booth(identities: identities, role: role)
      booth.show([5])
      #expect(booth.gathering.seats[0].verdicts == [verdict])
      #expect(booth.gathering.host.requests == [0])
      #expect(booth.gathering.host.sticks.isEmpty)
      #expect(booth.drops[.notAllowed] > 0)
    }
  }

  @Test func `A stick that the kernel does not make leaves its player the host's pad`() {
    var booth = Booth()
    booth.show()
    booth.gathering.host.verdict = .failed
    var other = Booth.box
    other.name = "Other box"
    booth.gathering.seats[0].session.describe(other, at: booth.gathering.now)
    booth.show([5], for: .seconds(3))
    #expect(booth.gathering.seats[0].verdicts == [.made, .failed])
    #expect(booth.gathering.host.requests == [255, 255, 0])
  }

  @Test func `A description that breaks a rule is refused and counted, and its device is not made`() {
    let breaks: [(String, (inout StickDescription) -> Void)] = [
      ("ESC in the name", { $0.name = "\u{1b}[2J" }),
      ("a name that turns the text", { $0.name = "\u{202e}xob" }),
      ("132 buttons", { $0.keys = StickCodes.keys }), ("ABS_MT_SLOT", { $0.axes[1].code = 0x2f }),
      ("ABS_PRESSURE", { $0.axes[1].code = 0x18 }), ("an axis twice", { $0.axes[1].code = 0 }),
    ]
    for (what, change) in breaks {
      var booth = Booth()
      booth.show()
      var broken = Booth.box
      change(&broken)
      booth.gathering.seats[0].session.describe(broken, at: booth.gathering.now)
      booth.show([5])
      #expect(booth.gathering.seats[0].verdicts == [.made, .invalid], "\(what)")
      #expect(booth.gathering.host.requests == [IdentityRequest.described], "\(what)")
      #expect(booth.drops[.sessionValue] > 0, "\(what)")
    }
  }

  @Test func `A described stick is shared with nobody, and ends a share that it finds`() {
    var booth = Booth(players: 3)
    booth.show(for: .seconds(3))
    let (stick, pad, other) = (PlayerSlot(index: 0), PlayerSlot(index: 1), PlayerSlot(index: 2))
    #expect(booth.share(stick, with: pad) == .notNow)
    #expect(booth.share(pad, with: stick) == .notNow)
    #expect(booth.share(pad, with: other) == .done)
    #expect(booth.gathering.host.engine.mainPlayer(helpedBy: other) == pad)
    booth.gathering.seats[1].session.describe(Booth.box, at: booth.gathering.now)
    var report = StickReport()
    for axis in [100, 0] as [UInt16] { report.axes.append(axis) }
    booth.gathering.run(.seconds(1)) { $0.seats[1].session.update(stick: report, at: $0.now) }
    #expect(booth.gathering.host.engine.stick(of: pad) == Booth.box)
    #expect(booth.gathering.host.engine.mainPlayer(helpedBy: other) == nil)
  }

  @Test func `A sender without encryption, and a page, describe nothing`() {
    for isPage in [false, true] {
      var evening = HostHarness.plain { $0.identities = [0, 1] }
      var frames = ControllerFrames()
      frames.state = ControllerState(sampleTime: 0, nextEdge: 0)
      for (number, part) in Booth.box.parts(revision: 1).enumerated() {
        frames.control = ControlMessage(id: UInt16(number + 1), code: ControlMessage.Code.describe.rawValue)
        if isPage {
          var datagram = LocalDatagram()
          GatewayHeader(transport: .webSocket, controller: 1, counter: UInt32(number), received: evening.now)
            .write(to: &datagram)
          frames.write(to: &datagram, text: part.span)
          evening.deliver(datagram.array, from: .local(0))
        } else {
          evening.receive(
            frames.datagram(after: PlainHeader(sequence: UInt16(number), token: 7), text: part.span))
        }
        evening.pass(.milliseconds(10))
      }
      #expect(evening.requests == [0])
      #expect(evening.engine.drops[.notAllowed] == 1, "the same revision is refused once")
    }
  }

  @Test func `A host that gives no verdict for two seconds is older than sticks`() {
    var booth = Booth()
    booth.show()
    booth.gathering.host.verdict = nil
    var other = Booth.box
    other.name = "Other box"
    booth.gathering.seats[0].session.describe(other, at: booth.gathering.now)
    booth.show(for: .milliseconds(1_900))
    #expect(booth.gathering.seats[0].verdicts == [.made])
    booth.show(for: .milliseconds(300))
    #expect(booth.gathering.seats[0].verdicts == [.made, nil])
  }
}
