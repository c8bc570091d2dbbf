import Model
import TestSupport
import Testing
import Wire

@testable import TiltpadClient

@Suite struct MailboxTests {
  private static let recentre = ControlMessage.Code.recentre.rawValue
  private static let identity = ControlMessage.Code.identity.rawValue

  @Test func `Of requests that repeat each other while the host is away, the newest waits`() {
    var mailbox = Mailbox()
    for number in 0..<100 as Range<UInt8> {
      mailbox.send(.recentre, argument: 0, text: [])
      mailbox.send(.identity, argument: number, text: [])
    }
    var carried: [[UInt8]] = []
    var ids: [UInt16] = []
    while let control = mailbox.control {
      carried.append([control.code, control.argument])
      ids.append(control.id)
      mailbox.apply(receipt: control.id)
    }
    #expect(carried == [[Self.recentre, 0], [Self.identity, 99], [Self.recentre, 0]])
    #expect(ids == [1, 2, 3])
  }

  @Test func `Messages of programs wait one after the other, whatever was asked for meanwhile`() {
    var mailbox = Mailbox()
    for number in 0..<4 as Range<UInt8> {
      mailbox.send(.message, argument: number, text: [number])
      mailbox.send(.recentre, argument: 0, text: [])
    }
    var carried: [UInt8] = []
    while let control = mailbox.control {
      carried.append(control.code == Self.recentre ? 100 : control.argument)
      mailbox.apply(receipt: control.id)
    }
    #expect(carried == [0, 100, 1, 2, 3])
  }

  @Test func `A host that was away is asked to make the tilt the centre twice at most`() {
    var duet = Duet()
    duet.play()
    duet.isDark = true
    duet.run(.seconds(1)) { $0.session.recentre() }
    duet.isDark = false
    duet.run(.seconds(3))
    #expect(duet.house.controls.map(\.code) == [Self.recentre, Self.recentre])
    #expect(duet.session.isSettled)
  }

  /// Completes a packet of `used` bytes; returns the channel and the bytes of the message that it gets.
  private func leave(_ mailbox: inout Mailbox, limit: Int = 512, used: Int = 0) -> [UInt8] {
    var datagram = Datagram<512>()
    for _ in 0..<used { datagram.append(UInt8(0)) }
    mailbox.complete(&datagram, limit: limit)
    return Array(datagram.array.dropFirst(used + 2))
  }

  /// Receives the host's reliable message with the number `id`; returns whether it is a new one.
  private func hear(_ mailbox: inout Mailbox, _ id: UInt16) -> Bool {
    let bytes: [UInt8] = [9, 8, 7, 6]
    mailbox.apply(ControlMessage(id: id, code: 80, argument: 3, text: 1..<3), in: bytes.span)
    guard let arrival = mailbox.nextArrival() else { return false }
    #expect(arrival == .control(code: 80, argument: 3, text: [8, 7]))
    return true
  }

  @Test(arguments: [true, false])
  func `A mailbox has room for 64 messages of each kind`(isReliable: Bool) {
    var mailbox = Mailbox()
    for number in 0..<64 as Range<UInt8> {
      #expect(mailbox.hasRoom(reliably: isReliable))
      if isReliable {
        mailbox.send(.message, argument: 0, text: [number])
      } else {
        mailbox.post([number], on: 0)
      }
    }
    #expect(!mailbox.hasRoom(reliably: isReliable) && mailbox.hasRoom(reliably: !isReliable))
  }

  @Test func `A reliable message hurries the next packet only if it can leave with it`() {
    var mailbox = Mailbox()
    mailbox.send(.message, argument: 0, text: [1])
    mailbox.send(.message, argument: 0, text: [2])
    #expect(mailbox.isUrgent, "the first still waits")
    var urgent: [Bool] = []
    _ = leave(&mailbox)
    urgent.append(mailbox.isUrgent)
    mailbox.send(.message, argument: 0, text: [3])
    urgent.append(mailbox.isUrgent)
    for id: UInt16 in [2, 1, 1, 2, 3] {
      mailbox.apply(receipt: id)
      urgent.append(mailbox.isUrgent)
      _ = leave(&mailbox)
    }
    #expect(urgent == [false, false, false, true, false, true, false])
    #expect(mailbox.control == nil && mailbox.text == [])
  }

  @Test func `An unreliable message leaves with the first packet that has room, and one with each packet`() {
    var mailbox = Mailbox()
    for number: UInt8 in 1...3 { mailbox.post([number, 0], on: 40 + number) }
    #expect(mailbox.isUrgent)
    // A message has a type, a length and a channel before its bytes.
    #expect(leave(&mailbox, limit: 104, used: 100) == [] && !mailbox.isUrgent)
    #expect(leave(&mailbox, limit: 105, used: 100) == [41, 1, 0] && mailbox.isUrgent)
    mailbox.send(.message, argument: 0, text: [])
    #expect(leave(&mailbox, limit: 4) == [] && !mailbox.isUrgent)
    mailbox.apply(receipt: 1)
    #expect(mailbox.isUrgent, "there may be room now")
    #expect(leave(&mailbox) == [42, 2, 0] && mailbox.isUrgent)
    #expect(leave(&mailbox) == [43, 3, 0] && !mailbox.isUrgent)
    #expect(leave(&mailbox) == [])
  }

  @Test func `A new description takes the place of the unsent parts of the former, and numbers have no gap`()
  {
    var mailbox = Mailbox()
    let sent: [(ControlMessage.Code, UInt8)] = [
      (.describe, 0), (.describe, 1), (.message, 5), (.describe, 2), (.recentre, 0),
    ]
    for (code, argument) in sent { mailbox.send(code, argument: argument, text: []) }
    mailbox.withdraw(.describe)
    mailbox.send(.describe, argument: 7, text: [])
    var carried: [[UInt16]] = []
    while let control = mailbox.control {
      carried.append([control.id, UInt16(control.code), UInt16(control.argument)])
      mailbox.apply(receipt: control.id)
    }
    #expect(carried == [[1, 81, 0], [2, 80, 5], [3, 71, 0], [4, 81, 7]])
    mailbox.withdraw(.describe)
    mailbox.send(.message, argument: 0, text: [])
    #expect(mailbox.control?.id == 5)
  }

  @Test func `A goodbye takes the place of all that waits, under the next number`() {
    var mailbox = Mailbox()
    for number: UInt8 in 1...2 { mailbox.send(.message, argument: 0, text: [number]) }
    mailbox.send(.bye, argument: 4, text: [])
    #expect(mailbox.control == ControlMessage(id: 3, code: ControlMessage.Code.bye.rawValue, argument: 4))
    #expect(mailbox.text == [])
    mailbox.apply(receipt: 3)
    #expect(mailbox.control == nil)
  }

  @Test(
    arguments: [
      (1, 1, false), (1, 0, false), (1, 2, true), (5, 32_772, true), (5, 32_773, false), (65_535, 0, true),
      (0, 65_535, false),
    ] as [(UInt16, UInt16, Bool)])
  func `A message of the host is new if its number is ahead, and gets a receipt in any case`(
    newest: UInt16, id: UInt16, isNew: Bool
  ) {
    var mailbox = Mailbox()
    #expect(hear(&mailbox, newest) && mailbox.receipt == newest && mailbox.isUrgent)
    _ = leave(&mailbox)
    #expect(mailbox.receipt == nil)
    #expect(hear(&mailbox, id) == isNew)
    #expect(mailbox.receipt == id && mailbox.isUrgent == isNew)
  }

  @Test func `A host that starts over counts its messages from anywhere`() {
    var mailbox = Mailbox()
    #expect(hear(&mailbox, 5))
    mailbox.forgetNumbers()
    #expect(mailbox.receipt == nil)
    #expect(hear(&mailbox, 1))
    #expect(!hear(&mailbox, 1))
  }

  @Test func `Of the host's messages 64 wait, and a reliable one beyond them gets no receipt`() {
    var mailbox = Mailbox()
    let nothing: [UInt8] = []
    for id: UInt16 in 1...64 { mailbox.apply(ControlMessage(id: id, code: 80), in: nothing.span) }
    _ = leave(&mailbox)
    mailbox.apply(ControlMessage(id: 65, code: 80), in: nothing.span)
    mailbox.apply(Message(channel: 9), in: nothing.span)
    #expect(mailbox.receipt == nil && !mailbox.isUrgent)
    #expect(mailbox.nextArrival() == .control(code: 80, argument: 0, text: []))
    mailbox.apply(ControlMessage(id: 65, code: 80, argument: 1), in: nothing.span)
    #expect(mailbox.receipt == 65)
    var others: [Mailbox.Arrival] = []
    while let arrival = mailbox.nextArrival() { others.append(arrival) }
    #expect(others.count == 64 && others.last == .control(code: 80, argument: 1, text: []))
    mailbox.apply(Message(channel: 9), in: nothing.span)
    #expect(mailbox.nextArrival() == .message(channel: 9, bytes: []) && mailbox.nextArrival() == nil)
  }
}
