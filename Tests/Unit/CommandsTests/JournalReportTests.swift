import Bridge
import Console
import Cryptography
import Daemon
import InputGateway
import Model
import Platform
import Testing
import Web
import Wire

@testable import Commands
@testable import tiltpad_inputs
@testable import tiltpad_web

/// Every journal line that contains a name, and the report, which contains none.
@Suite struct JournalReportTests {
  private static let person = "Zaphod Beeblebrox, the 2nd"
  private static let path = "/srv/zaphod beeblebrox/chain.pem"
  private static let domain = "zaphod.example"
  private static let failure = SystemError(code: 2, call: .open)

  /// Returns the report's version of `journal`.
  private func report(_ journal: String) -> String {
    var redaction = Redaction(names: JournalForm.secrets(of: journal).map(\.text))
    return redaction.applied(to: journal)
  }

  private func expectNobody(in line: String) {
    let text = report("Nov 23 12:00:00 tiltpad[9]: tiltpad: \(line)\nNov 23 tiltpad[9]: tiltpad: stopping\n")
    for secret in ["zaphod", "beeblebrox", "chain.pem"] {
      #expect(!text.lowercased().contains(secret), "\(line) -> \(text)")
    }
    #expect(text.hasPrefix("Nov 23 12:00:00 tiltpad[9]: tiltpad: "))
  }

  @Test(arguments: JournalForm.all.indices)
  func `A form takes out what it was given`(_ index: Int) throws {
    let form = JournalForm.all[index]
    let line = form.line(JournalReportTests.person, JournalReportTests.path, JournalReportTests.domain)
    let said = form.secrets(in: line[...])
    #expect(!said.isEmpty, "\(line)")
  }

  @Test(arguments: [
    "Ann joined as player 2, player 3, left joined as player 4", "Ann, player 1, is away, player 2, left",
    "Ann paired by Ben paired by QR code",
  ])
  func `A name that reads like a line is taken out whole`(_ line: String) {
    #expect(!report("tiltpad: \(line)").contains("Ann"))
  }

  @Test func `No line of the daemon about a person leaves a name`() throws {
    for news in try peers() { expectNobody(in: try #require(DaemonEvent.lobby(news).text)) }
    expectNobody(in: try #require(DaemonEvent.gameProfileUnknown(JournalReportTests.person).text))
    let socket = "/srv/zaphod beeblebrox/bridge.sock"
    for (port, isReal) in [(UInt16(0), true), (1, true), (1, false)] {
      let event = DaemonEvent.started(port: port, socketPath: socket, hasKernelPads: isReal)
      expectNobody(in: try #require(event.text))
    }
  }

  @Test func `No line of the web gateway leaves a name`() {
    let (path, failure) = (JournalReportTests.path, JournalReportTests.failure)
    let events: [WebEvent] = [
      .started(port: 1, plainPort: nil, overlayPort: 2, fingerprint: "AA:BB:CC:DD:EE:FF:00"),
      .pageElsewhere("https://zaphod.example/pads"), .noDataChannels(port: 1, failure),
      .certified(fingerprint: "AA:BB:CC:DD:EE:FF:00"), .notCertified,
      .domainUsed(names: ["zaphod.example", "pads.zaphod.example"]),
      .domainRefused(.unreadable(path, failure)), .domainRefused(.noCertificate(path)),
      .domainRefused(.early(path)), .domainRefused(.otherKey(path)),
      .gameRefused(user: 65_534), .gameLayoutUnknown(JournalReportTests.person),
      .layoutRefused("zaphod", faults: "zaphod: output, id"), .pageGone(path),
      .keptLayoutRefused("zaphod.json", reason: "zaphod: output", isDamaged: true), .layoutsLeftOut(2),
      .keptLayoutRefused("zaphod.json", reason: "full", isDamaged: false), .layoutsNotKept(failure),
      .keptLayoutUnread("zaphod.json", reason: failure.reason), .checksNotKept(failure), .checksDamaged,
      .checksUnread(reason: failure.reason),
      .bridgeFound, .bridgeLost, .ticketsNotKept(failure), .ticketsLeftOut(2), .stopping,
    ]
    for event in events {
      expectIsListed(event)
      expectNobody(in: event.line)
      expectNobody(in: "\(event.line) (17 more times since the last report)")
    }
  }

  @Test func `No line of the inputs gateway leaves a name`() {
    let (person, failure) = (JournalReportTests.person, JournalReportTests.failure)
    let events: [InputEvent] = [
      .started([.udp("OSC", 1)], sends: []), .portRefused(.tcp("DroidPad", 1), failure), .daemonFound,
      .daemonLost,
      .asks(person), .answersNotKept(failure), .stopping,
    ]
    for event in events {
      expectIsListed(event)
      expectNobody(in: event.line)
      expectNobody(in: "\(event.line) (17 more times since the last report)")
    }
  }

  @Test func `No reason why a program does not start leaves a name`() {
    let files = [JournalForm.noPage, .unreadable, .noState, .noSocket].map {
      $0.line(JournalReportTests.path, "no such file or directory")
    }
    for line in files + [JournalForm.noProfile.line(JournalReportTests.person)] {
      expectNobody(in: "\(line)\n  while starting\n  try: tiltpad doctor")
    }
  }

  private func peers() throws -> [Admission.News] {
    let key = PublicKey(Bytes32(repeating: 0xab))
    let name = DeviceName(JournalReportTests.person)
    let slot = try #require(PlayerSlot(number: 1))
    let device = Admission.Device(key: key, name: name, role: .gamepad, preShared: .zero)
    let news: [Admission.News] = [
      .paired(device, .code), .waits(key, name, code: nil), .waits(key, name, code: 123_456),
      .joined(key, name, slot),
      .away(key, name, slot), .left(key, name, slot), .gone(key, name), .denied(key, name, .full),
      .asksForName(key, name, DeviceName("Beeblebrox")), .asksForName(key, DeviceName("Zaphod"), name),
      .contended(key),
    ]
    for one in news { expectIsListed(one) }
    return news
  }

  /// Has a case for every kind of news, so that a new kind does not compile until it is added here.
  ///
  /// It must be added to the list in `peers()`, too.
  private func expectIsListed(_ news: Admission.News) {
    switch news {
    case .paired, .waits, .joined, .away, .left, .gone, .denied, .asksForName, .contended: break
    }
  }

  private func expectIsListed(_ event: WebEvent) {
    switch event {
    case .started, .pageElsewhere, .noDataChannels, .certified, .notCertified, .domainUsed, .domainRefused,
      .bridgeFound,
      .bridgeLost, .ticketsNotKept, .ticketsLeftOut, .layoutRefused, .pageGone, .stopping, .keptLayoutRefused,
      .keptLayoutUnread, .layoutsLeftOut, .layoutsNotKept, .checksNotKept, .checksUnread, .checksDamaged,
      .gameRefused, .gameLayoutUnknown:
      break
    }
  }

  private func expectIsListed(_ event: InputEvent) {
    switch event {
    case .started, .portRefused, .daemonFound, .daemonLost, .asks, .answersNotKept, .stopping: break
    }
  }

  /// Has a case for every event of the daemon, so that a new event does not compile until it is added here.
  ///
  /// Only the events of the first case contain text from outside the program. The tests above check them; for
  /// `setting`, they check the forms of its lines.
  private func expectIsListed(_ event: DaemonEvent) {
    switch event {
    case .lobby, .started, .setting, .gameProfileUnknown: break
    case .portRefused, .attached, .exchanged, .detached, .helps, .tookOver, .stands, .ready, .standingRefused,
      .padsNotKept,
      .padRefused, .padStandsIn, .padFailed, .devicesUnknown, .devicesNotKept, .quizNotKept, .quizKeysRefused,
      .sensorsFailed, .gatewayRefused, .gatewaySocketRefused, .gatewayServes, .gatewayHangs, .gatewayEnded,
      .reloaded,
      .reloadRefused, .stickMistaken, .stopping:
      break
    }
  }
}
