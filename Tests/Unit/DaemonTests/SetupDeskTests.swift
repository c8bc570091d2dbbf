import Bridge
import Buzzer
import Foundation
import Gamepad
import Model
import Platform
import Store
import TestSupport
import Testing
import Wire

@testable import Daemon

/// The path of the first visit's answers to their file and to the settings.
@Suite struct SetupDeskTests {
  /// A store that performs only the jobs that write a file, and performs them immediately.
  private final class Files: JobStore, @unchecked Sendable {
    var error: StoreError?

    func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz { KeptQuiz() }

    func perform(_ job: StoreJob) throws(StoreError) {
      if let error { throw error }
      guard case .file(let contents, let path) = job else { return }
      do throws(SystemError) { try FileContents.write(contents, to: path) } catch {
        throw .failed(code: error.code)
      }
    }
  }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "tiltpad-\(UUID())")
  private let files = Files()
  private let writer: StoreWriter
  private var desk = SetupDesk()
  private var settings = DaemonSettings(socketPath: "")

  init() throws {
    writer = try StoreWriter(files, isThreaded: false)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    settings.setup.path = folder.appending(path: "setup.conf").path
    desk.canKeep = true
    desk.follow(settings)
  }

  /// Gives the order, and passes the writer's results on to the desk; returns the results in its answers.
  private mutating func obey(_ answers: SetupAnswers?) -> [LocalAnswer.Result] {
    var order = SetupOrder(answers)
    order.number = 7
    var answers = [desk.obey(order, from: 3, by: writer)].compactMap { $0 }
    for receipt in writer.drainReceipts() {
      #expect(receipt.origin == .setup)
      if let (index, answer) = desk.note(receipt.error) {
        #expect(index == 3)
        answers.append(answer)
      }
    }
    #expect(answers.allSatisfy { $0.number == 7 })
    return answers.map(\.result)
  }

  private var text: String? {
    settings.setup.path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
  }

  /// Returns a notice of a host with the usual minimum press.
  private func notice(isSetupOpen: Bool = false, page: String? = nil) -> SiteNotice {
    var notice = SiteNotice(isSetupOpen: isSetupOpen, page: page)
    notice.minimumPress = 20
    return notice
  }

  @Test mutating func `Gateways are told whose pads show no motion`() {
    #expect(!desk.notice.turnsView && desk.notice.motionless == [])
    (settings.hasMotion, settings.playerMotion) = (false, [PlayerSlot(index: 1): true])
    desk.follow(settings)
    #expect(!desk.notice.turnsView && desk.notice.motionless == PlayerSlots(rawValue: 0xFFFD))
  }

  @Test mutating func `Answers are kept, then in use, and then nobody is asked again`() throws {
    #expect(desk.notice == notice(isSetupOpen: true))
    var answers = SetupAnswers()
    (answers.asksFirst, answers.hasMotion, answers.page) = (true, true, "https://pads.example/")
    let early = obey(answers)
    #expect(early.isEmpty && desk.isStale)
    let lines = try #require(text).split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(
      lines == [
        "[host]", "admission = ask", "identity = dualsense", "[web]", "page = https://pads.example/",
      ])
    (settings.setup.isAnswered, settings.setup.page) = (true, answers.page)
    (settings.identity, settings.bridge.admission.policy) = (.dualSense, .ask)
    desk.follow(settings)
    let reply = desk.conclude(isGood: true)
    #expect(reply?.index == 3 && reply?.answer.result == .done && !desk.isStale)
    #expect(desk.notice == notice(page: "https://pads.example/"))
    let later = obey(SetupAnswers())
    #expect(later == [.notNow] && text?.contains("dualsense") == true)
  }

  @Test mutating func `A setting of the configuration that wins is told`() {
    var answers = SetupAnswers()
    answers.asksFirst = true
    for change in 0..<3 {
      (settings.bridge.admission.policy, settings.identity, settings.setup.page) = (.ask, .xbox360, nil)
      switch change {
      case 0: settings.bridge.admission.policy = .locked
      case 1: settings.identity = .wheel
      default: settings.setup.page = "https://pads.example/"
      }
      _ = obey(answers)
      desk.follow(settings)
      #expect(desk.conclude(isGood: true)?.answer.result == .overruled)
    }
  }

  @Test mutating func `Put off, the file has no setting, and nobody is asked again`() throws {
    _ = obey(nil)
    #expect(try #require(text).split(separator: "\n").allSatisfy { $0.hasPrefix("#") })
    #expect(desk.conclude(isGood: true)?.answer.result == .done)
  }

  @Test mutating func `A disk that fails leaves the questions open`() {
    files.error = .failed(code: 28)
    let results = obey(SetupAnswers())
    #expect(results == [.failed] && !desk.isStale && text == nil && desk.notice.isSetupOpen)
    files.error = nil
    _ = obey(SetupAnswers())
    #expect(desk.isStale)
    #expect(desk.conclude(isGood: false)?.answer.result == .failed, "the configuration has a fault")
  }

  @Test mutating func `A program that is gone gets no answer, and nor does another in its place`() {
    _ = obey(SetupAnswers())
    desk.hangUp(3)
    let answer = desk.conclude(isGood: true)
    #expect(answer == nil && !desk.isStale)
  }

  @Test mutating func `A second order has to wait, and without a file or a writer there is none`() {
    _ = obey(SetupAnswers())
    let second = obey(SetupAnswers())
    #expect(second == [.notNow])
    _ = desk.conclude(isGood: true)
    settings.setup.path = nil
    desk.follow(settings)
    #expect(!desk.notice.isSetupOpen)
    let without = obey(SetupAnswers())
    #expect(without == [.notNow])
  }

  @Test mutating func `A gateway with a page is told of the first visit, and again after each change`() throws
  {
    var house = try House()
    let bystanders = try Bystanders(&house.executor.clients)
    defer { withExtendedLifetime(bystanders) {} }
    house.executor.setup.canKeep = true
    house.executor.setup.follow(settings)
    house.receive(LocalPacket.page(port: 443).datagram.array, from: LocalClients.gateways.lowerBound)
    #expect(bystanders.popSites() == [notice(isSetupOpen: true)])
    settings.setup.isAnswered = true
    house.executor.follow(settings, at: house.now)
    #expect(bystanders.popSites() == [notice()])
  }
}
