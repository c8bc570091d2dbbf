import Bridge
import Cryptography
import Model
import TestHost
import Testing
import Wire

@testable import Engine

/// The changes of paired devices that the store has to write.
@Suite struct DeviceLedgerTests {
  private let now = Instant(nanoseconds: 1_000_000_000_000)

  /// Removes and returns the changes for the store, in words.
  private func changes(_ outputs: inout OutputQueue) -> [(ticket: HostEngine.Ticket, word: String)] {
    var changes: [(HostEngine.Ticket, String)] = []
    while case .keep(let change, let ticket)? = outputs.next() {
      switch change {
      case .device(let device, _, let age):
        changes.append((ticket, "\(device.name.text), \(age.nanoseconds / 1_000_000_000) s ago"))
      case .touch: changes.append((ticket, "touch"))
      case .rename(_, let name): changes.append((ticket, "rename to \(name.text)"))
      case .revoke: changes.append((ticket, "revoke"))
      default: changes.append((ticket, "\(change)"))
      }
    }
    return changes
  }

  @Test func `Devices are added, noted as used, renamed and revoked in their order`() {
    let (ada, bob) = (Admission.Device(called: "Ada"), Admission.Device(called: "Bob"))
    var (ledger, outputs) = (DeviceLedger(hasStore: true), OutputQueue())
    ledger.keep(ada, by: .code, at: now, into: &outputs)
    ledger.keep(bob, by: .code, at: now, into: &outputs)
    ledger.touch(ada.key, at: now, into: &outputs)
    let renamed = ledger.rename(ada.key, to: DeviceName("Ada's phone"), at: now, into: &outputs)
    let revoked = ledger.revoke(bob.key, into: &outputs)
    let changes = changes(&outputs)
    #expect(
      changes.map(\.word) == ["Ada, 0 s ago", "Bob, 0 s ago", "touch", "rename to Ada's phone", "revoke"])
    #expect(changes[3].ticket == renamed && changes[4].ticket == revoked)
    #expect(ledger.isWriting)
    for change in changes { ledger.note(change.ticket, .done) }
    #expect(!ledger.isWriting)
  }

  @Test func `A device that could not be added is tried again, unless it was revoked`() {
    let (ada, bob) = (Admission.Device(called: "Ada"), Admission.Device(called: "Bob"))
    var (ledger, outputs) = (DeviceLedger(hasStore: true), OutputQueue())
    ledger.keep(ada, by: .code, at: now, into: &outputs)
    ledger.keep(bob, by: .code, at: now, into: &outputs)
    _ = ledger.revoke(bob.key, into: &outputs)
    for change in changes(&outputs) { ledger.note(change.ticket, .failed) }
    #expect(!ledger.isWriting)
    let ticket = ledger.keepLate(at: now + .seconds(9), into: &outputs)
    let again = changes(&outputs)
    #expect(again.map(\.word) == ["Ada, 9 s ago"] && again.first?.ticket == ticket && ledger.isWriting)
  }

  @Test func `A device that could not be added comes before the next change, unless it was revoked`() {
    let (ada, bob) = (Admission.Device(called: "Ada"), Admission.Device(called: "Bob"))
    var (ledger, outputs) = (DeviceLedger(hasStore: true), OutputQueue())
    for device in [ada, bob] { ledger.keep(device, by: .code, at: now, into: &outputs) }
    for change in changes(&outputs) { ledger.note(change.ticket, .failed) }
    _ = ledger.revoke(ada.key, into: &outputs)
    ledger.touch(bob.key, at: now + .seconds(2), into: &outputs)
    let again = changes(&outputs)
    #expect(again.map(\.word) == ["revoke", "Bob, 2 s ago", "touch"])
    let awaited = ledger.keepLate(at: now + .seconds(3), into: &outputs)
    #expect(awaited == again[1].ticket && changes(&outputs).isEmpty, "of the devices, not of other changes")
    ledger.note(again[1].ticket, .done)
    let none = ledger.keepLate(at: now + .seconds(3), into: &outputs)
    #expect(none == nil && changes(&outputs).isEmpty && ledger.isWriting)
  }

  @Test func `Of two pairings of a device the later one is written, even if the earlier one fails late`() {
    let first = Admission.Device(called: "Ada")
    var second = first
    second.name = DeviceName("Ada's phone")
    var (ledger, outputs) = (DeviceLedger(hasStore: true), OutputQueue())
    for device in [first, second] { ledger.keep(device, by: .code, at: now, into: &outputs) }
    let written = changes(&outputs)
    #expect(written.map(\.word) == ["Ada, 0 s ago", "Ada's phone, 0 s ago"])
    ledger.note(written[1].ticket, .failed)
    ledger.note(written[0].ticket, .failed)
    ledger.keepLate(at: now, into: &outputs)
    let again = changes(&outputs)
    #expect(again.map(\.word) == ["Ada's phone, 0 s ago"])
    for change in again { ledger.note(change.ticket, .done) }
    let none = ledger.keepLate(at: now, into: &outputs)
    #expect(none == nil && !ledger.isWriting)
  }

  @Test func `Without a store nothing is under way`() {
    var (ledger, outputs) = (DeviceLedger(hasStore: false), OutputQueue())
    ledger.keep(Admission.Device(called: "Ada"), by: .code, at: now, into: &outputs)
    let ticket = ledger.rename(
      Admission.Device(called: "Bob").key, to: DeviceName("Rob"), at: now, into: &outputs)
    #expect(ticket == nil && !ledger.isWriting && changes(&outputs).isEmpty)
  }
}
