import Model
import Testing

/// The small values that describe players, their rooms and their pads.
@Suite struct PlayerValueTests {
  @Test func `A slot has a number from 1 to 16, and a bit of its own in a set`() {
    let indices = (-1...18).map { PlayerSlot(number: $0)?.index ?? -1 }
    #expect(indices == [-1, -1] + Array(0..<16) + [-1, -1])
    for index in 0..<16 {
      let slot = PlayerSlot(index: index)
      #expect(Int(slot.number) == index + 1 && slot.index == index && slot == PlayerSlot(number: index + 1))
      #expect(PlayerSlots(slot).rawValue == 1 << UInt16(index) && PlayerSlots(slot).each == [slot])
    }
    #expect(PlayerSlot(index: 3) < PlayerSlot(index: 4) && !(PlayerSlot(index: 4) < PlayerSlot(index: 4)))
    #expect(PlayerSlots.all.each.map(\.index) == Array(0..<16))
  }

  @Test func `Modes 0 to 4 are Tiltpad's, and 128 to 254 are for others`() {
    let numbers = (UInt8.min...UInt8.max).compactMap { Mode(rawValue: $0)?.rawValue }
    #expect(numbers == Array(0...4) + Array(128...254))
    #expect(Mode.allCases.map(\.label) == ["attract", "lobby", "play", "buzzer", "tank"])
    let named: [Mode] = [.attract, .lobby, .play, .buzzer, .tank]
    #expect(Mode.allCases == named && named.map(\.rawValue) == [0, 1, 2, 3, 4])
    for number in numbers {
      let mode = Mode(rawValue: number)
      #expect(mode.flatMap { Mode(text: $0.label) } == mode)
    }
    #expect(Mode(rawValue: 254)?.label == "mode254" && Mode.firstOfOthers == 128)
    for text in ["", "mode5", "mode127", "mode255", "mode0", "Lobby"] { #expect(Mode(text: text) == nil) }
  }

  @Test(arguments: [
    ("karts", true), ("a", true), ("a-9", true), ("a23456789012345", true), ("a234567890123456", false),
    ("", false), ("9a", false), ("-a", false), ("Karts", false), ("kartS", false), ("a b", false),
    ("a_b", false), ("a`", false), ("a{", false), ("a/", false), ("a:", false), ("é", false), ("z0", true),
    ("play", false), ("mode200", false),
  ])
  func `The name of an app is short and plain, and not one of Tiltpad's`(name: String, isAllowed: Bool) throws
  {
    let mode = try #require(Mode(rawValue: 130))
    #expect(NamedMode(mode, name: name).name == (isAllowed ? name : "mode130"))
    #expect(name.isPlainName(longest: 15) == isAllowed || ["play", "mode200"].contains(name))
    #expect(name.isPlainName(longest: 0) == false)
    #expect(NamedMode.longestName == 15 && NamedMode.limit == 8 && Team.limit == 8)
  }

  @Test func `A label leads to its value, and any other text to none`() {
    #expect(AdmissionPolicy.allCases.map(\.label) == ["open", "ask", "locked"])
    #expect(AdmissionPolicy.allCases.map { AdmissionPolicy(text: $0.label) } == AdmissionPolicy.allCases)
    #expect(AdmissionPolicy(text: "") == nil && AdmissionPolicy(text: "Open") == nil)
    let crowd = ["together", "ballot", "latest"]
    #expect(CrowdPreset.allCases.map(\.label) == crowd)
    #expect(crowd.map { CrowdPreset(label: $0) } == CrowdPreset.allCases && CrowdPreset(label: "mean") == nil)
    let shares = ["help", "turns", "halves", "together", "one", "first", "vote", "mean"]
    #expect(SharePreset.allCases.map(\.label) == shares)
    #expect(shares.map { SharePreset(label: $0) } == SharePreset.allCases && SharePreset(label: "") == nil)
    #expect(ShareFeedback.allCases.map(\.label) == ["all", "active", "main"])
    #expect(
      PeerState.allCases.map(\.label) == [
        "available", "unavailable", "connected", "disconnected", "connecting",
      ])
  }

  @Test func `Each button has a name of its own, and no two the same word`() {
    for button in Button.allCases {
      #expect(Button(label: button.label) == button)
      #expect(Buttons(button).rawValue == 1 << UInt32(button.rawValue))
      #expect(Buttons(button).labels == [button.label])
    }
    #expect(Button.allCases.count == 32 && Set(Button.allCases.map(\.label)).count == 32)
    #expect(Button(label: "") == nil && Button(label: "lb") == nil)
    let words = Button.allCases.compactMap(\.word)
    #expect(Set(words).count == words.count && Button.a.word == "a" && Button.touchpad.word == "pad")
    #expect(Button.grip == .touchpad)
    #expect(
      [Buttons(.a), Buttons(.b)] ^ [Buttons(.b), Buttons(.x)] == [Buttons(.a), Buttons(.x)] as Buttons)
  }

  @Test func `Limits and bits are those of the documents`() {
    #expect(CrowdTerms.windows == 100...30_000 && CrowdTerms.limits == 1...100)
    #expect(CrowdTerms.voters == 100 && CrowdTerms.usualLimit == 24 && ShareTerms.turns == 5...240)
    #expect(EdgeLog.capacity == 16 && History.capacity == 3 && Contact.highestNumber == 127)
    let abilities: [ForceAbilities] = [.motor, .picture, .conditions, .grip, .measured]
    #expect(abilities.map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect(abilities.map(\.wantsTorque) == [true, true, false, false, false])
    #expect(ForceAbilities.pushTime == .milliseconds(140))
    let recipients: [Recipients] = [.pad, .touches, .presses, .tilt, .motion]
    #expect(recipients.map(\.rawValue) == [1, 2, 4, 8, 16])
    #expect([PressDoubts.clock, .time, .stalled].map(\.rawValue) == [1, 2, 4])
  }

  @Test func `Counts add up field by field, and each field has a name of its own`() {
    var (one, other) = (PlayerCounts(), PlayerCounts())
    let count = PlayerCounts.fields.count
    #expect(PlayerCounts.fields.map { one[keyPath: $0.path] } == [UInt64](repeating: 0, count: count))
    for (number, field) in PlayerCounts.fields.enumerated() {
      one[keyPath: field.path] = UInt64(number + 1)
      other[keyPath: field.path] = UInt64(100 * (number + 1))
    }
    let sum = one + other
    #expect(PlayerCounts.fields.map { sum[keyPath: $0.path] } == (1...count).map { UInt64(101 * $0) })
    #expect(sum.received == 101 && sum.late == 202, "the first are the oldest on the wire")
    #expect(Set(PlayerCounts.fields.map(\.name)).count == count)
  }

  @Test func `Only an order about a player has one`() {
    let slot = PlayerSlot(index: 4)
    #expect(QuizOrder.team(slot, 3).player == slot && QuizOrder.points(slot, -1).player == slot)
    #expect(
      QuizOrder.byWord.values.allSatisfy { $0.player == nil } && QuizOrder.automatic(true).player == nil)
    #expect(QuizOrder.byWord.allSatisfy { "\($0.value)" == $0.key } && QuizOrder.byWord.count == 9)
  }

  @Test func `A wheel has room for four conditions, and their order counts`() {
    let kinds: [ForceCondition.Kind] = [.spring, .damper, .friction, .inertia, .spring]
    #expect(kinds.prefix(4).map(\.rawValue) == [1, 2, 3, 4])
    var lists = [ForceConditions()]
    for (number, kind) in kinds.enumerated() {
      var list = lists[number]
      list.append(ForceCondition(kind, .init(center: Int16(number))))
      #expect(list.count == min(number + 1, 4) && (list == lists[number]) == (number == 4))
      lists.append(list)
    }
    #expect((0..<4).map { lists[5][$0].numbers.center } == [0, 1, 2, 3])
    #expect(Set(lists).count == 5)
    var turned = ForceConditions()
    for index in [1, 0] { turned.append(lists[2][index]) }
    #expect(turned != lists[2] && turned.count == 2)
    let numbers = ForceCondition.Numbers()
    #expect(numbers.rightSaturation == 65_535 && numbers.leftSaturation == 65_535)
  }

  @Test func `A history has room for three samples, and its first are kept`() {
    var history = History()
    #expect(history.count == 0)
    for age in 1...5 as ClosedRange<UInt16> { history.append(HistorySample(age: age, tilt: .zero)) }
    #expect(history.count == 3 && (0..<3).map { history[$0].age } == [1, 2, 3])
  }

  @Test func `A log forgets more edges than it has`() {
    var log = EdgeLog(first: 65_534)
    for button in [Button.a, .b, .x] { log.append(Edge(button, isPress: true)) }
    #expect(!log.isFull && log.next == 1)
    log.removeFirst(0)
    #expect(log.count == 3 && log.first == 65_534)
    log.removeFirst(5)
    #expect(log.count == 0 && log.first == 3 && log.next == 3)
    for _ in 0..<16 { log.append(Edge(.y, isPress: false)) }
    #expect(log.isFull)
  }
}
