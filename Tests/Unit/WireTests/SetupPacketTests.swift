import Model
import Testing
import Wire

/// The answers to the set-up questions, and the notices about the page.
@Suite struct SetupPacketTests {
  private func read(_ bytes: [UInt8]) throws(Drop) -> SetupOrder? {
    guard case .setup(let order) = try LocalPacket(parsing: bytes.span) else { return nil }
    return order
  }

  private func bytes(_ order: SetupOrder) -> [UInt8] {
    var datagram = LocalDatagram()
    order.write(to: &datagram)
    return datagram.withBytes { span in span.indices.map { span[$0] } }
  }

  private func bytes(_ notice: SiteNotice) -> [UInt8] {
    var datagram = LocalDatagram()
    notice.write(to: &datagram)
    return datagram.withBytes { span in span.indices.map { span[$0] } }
  }

  @Test func `Each bit of the answers has its meaning, and 8 stands alone`() throws {
    for flags in UInt8.min...UInt8.max {
      let sent: [UInt8] = [0xf3, flags, 0, 0, 4, 3, 2, 1]
      guard flags == 8 || flags & ~23 == 0 else {
        #expect(throws: Drop.reservedNotZero, "\(flags)") { _ = try read(sent) }
        continue
      }
      let order = try #require(try read(sent))
      #expect(order.number == 0x0102_0304 && bytes(order) == sent && (order.answers == nil) == (flags == 8))
      guard let answers = order.answers else { continue }
      #expect(answers.asksFirst == (flags & 1 != 0) && answers.isForBrowsers == (flags & 2 != 0))
      #expect(answers.hasMotion == (flags & 4 != 0) && answers.isForSteam == (flags & 16 != 0))
      #expect(answers.page == nil)
    }
  }

  @Test(
    arguments: [
      ([0xf3, 1, 1, 0, 4, 3, 2, 1], .reservedNotZero), ([0xf3, 1, 0, 1, 4, 3, 2, 1], .reservedNotZero),
      ([0xf3, 8, 0, 0, 4, 3, 2, 1] + Array("https://a".utf8), .reservedNotZero),
      ([0xf3, 1, 0, 0, 4, 3, 2, 1] + Array("https://".utf8), .reservedNotZero),
      ([0xf3, 1, 0, 0, 4, 3, 2, 1] + Array("h".utf8), .reservedNotZero),
      ([0xf3, 1, 0, 0, 4, 3, 2], .tooShort),
    ] as [([UInt8], Drop)])
  func `What is no set-up is refused`(bytes: [UInt8], reason: Drop) {
    #expect(throws: reason) { _ = try read(bytes) }
  }

  @Test(arguments: [
    ("https://a", true), ("https://", false), ("", false), ("http://aa", false), ("httpsx//a", false),
    ("Https://a", false), ("https:/aa", false), ("https://a!~", true), ("https://a b", false),
    ("https://a#b", false), ("https://a\"$b", true), ("https://a\u{7f}", false), ("https://é", false),
    ("https://" + String(repeating: "a", count: 152), true),
    ("https://" + String(repeating: "a", count: 153), false),
  ])
  func `The address of a page is of 9 to 160 visible ASCII characters without a fragment`(
    text: String, isAddress: Bool
  ) throws {
    #expect(PageElsewhere.isAddress(text) == isAddress)
    var answers = SetupAnswers()
    answers.page = "https://former"
    #expect(answers.set(.page, to: text) == isAddress)
    #expect(answers.page == (isAddress ? text : "https://former"))
    guard !text.isEmpty else { return }
    let (sent, site) = (
      [0xf3, 0, 0, 0, 1, 0, 0, 0] + Array(text.utf8), [0xf4, 1, 0, 0, 0, 0, 0, 0] + Array(text.utf8)
    )
    if isAddress {
      #expect(try read(sent)?.answers?.page == text)
      #expect(try SiteNotice(parsing: site.span).page == text)
    } else {
      let reason = text.utf8.count > 160 ? Drop.tooLong : .reservedNotZero
      #expect(throws: reason) { _ = try read(sent) }
      #expect(throws: reason) { _ = try SiteNotice(parsing: site.span) }
    }
  }

  @Test func `A question has two words as answers, and its own place`() {
    for (question, words) in [
      (.join, ["open", "ask"]), (.browser, ["no", "yes"]), (.steam, ["no", "yes"]), (.gyro, ["no", "yes"]),
    ] as [(SetupAnswers.Question, [String])] {
      var answers = SetupAnswers()
      for (word, isSet) in [(words[1], true), (words[0], false), (words[1], true)] {
        #expect(answers.set(question, to: word) == true)
        let flags = [answers.asksFirst, answers.isForBrowsers, answers.isForSteam, answers.hasMotion]
        let places: [SetupAnswers.Question] = [.join, .browser, .steam, .gyro]
        #expect(flags == places.map { isSet && $0 == question })
      }
      let before = answers
      for word in ["", "own", "Yes", words[0] + " "] { #expect(answers.set(question, to: word) == false) }
      #expect(answers == before && answers != SetupAnswers())
    }
    var answers = SetupAnswers()
    answers.page = "https://former"
    #expect(answers.set(.page, to: "own") == true)
    #expect(answers == SetupAnswers())
  }

  @Test func `Each part of a notice has its place`() throws {
    var notice = SiteNotice(isSetupOpen: true, page: "https://a")
    (notice.motionless, notice.minimumPress) = (PlayerSlots(rawValue: 0x8001), 100)
    #expect(bytes(notice) == [0xf4, 1, 0x01, 0x80, 100, 0, 0, 0] + Array("https://a".utf8))
    var other = SiteNotice()
    other.turnsView = true
    #expect(bytes(other) == [0xf4, 2, 0, 0, 0, 0, 0, 0] && bytes(SiteNotice())[1] == 0)
    for one in [notice, other, SiteNotice()] {
      let sent = bytes(one)
      #expect(try SiteNotice(parsing: sent.span) == one)
    }
    let uses = [0, 1, 15].map { notice.motionUse(of: PlayerSlot(index: $0)) }
    #expect(uses == [0, 1, 0] && other.motionUse(of: PlayerSlot(index: 0)) == 2)
    notice.turnsView = true
    #expect(notice.motionUse(of: PlayerSlot(index: 0)) == 2 && bytes(notice)[1] == 3)
  }

  @Test(
    arguments: [
      ([0xf4, 3, 0, 0, 100, 0, 0, 0], nil), ([0xf4, 4, 0, 0, 0, 0, 0, 0], .reservedNotZero),
      ([0xf4, 0, 0, 0, 101, 0, 0, 0], .reservedNotZero), ([0xf4, 0, 0, 0, 0, 1, 0, 0], .reservedNotZero),
      ([0xf4, 0, 0, 0, 0, 0, 1, 0], .reservedNotZero), ([0xf4, 0, 0, 0, 0, 0, 0, 1], .reservedNotZero),
      ([0xf3, 0, 0, 0, 0, 0, 0, 0], .unknownType), ([0xf4, 0, 0, 0, 0, 0, 0], .tooShort), ([], .tooShort),
    ] as [([UInt8], Drop?)])
  func `A notice beyond its limits is refused`(bytes: [UInt8], reason: Drop?) {
    var found: Drop?
    do throws(Drop) { _ = try SiteNotice(parsing: bytes.span) } catch { found = error }
    #expect(found == reason)
  }
}
