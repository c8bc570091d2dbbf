import Model
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
}
