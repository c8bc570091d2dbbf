import Gamepad
import Model
import Testing

@testable import Daemon

@Suite struct PadTableTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  /// Of all pads only that of the Xbox Series has the button.
  private let shared = PadReport(buttons: Buttons(.share))

  @Test func `Each player's pad has the player's identity, or else the common one`() throws {
    var settings = DaemonSettings(socketPath: "")
    let all = (0..<PlayerSlot.limit).map(PlayerSlot.init(index:))
    #expect(all.allSatisfy { settings.identities.identity(of: $0, wish: 0) == .xbox360 })
    settings.identity = .wheel
    settings.playerIdentities[second] = .xboxSeries
    #expect(settings.identities.identity(of: second, wish: 0) == .xboxSeries)
    #expect(all.filter { settings.identities.identity(of: $0, wish: 0) == .wheel }.count == 15)
    var table = try PadTable(.memory, path: "")
    table.identities = settings.identities
    let haveShare = [try share(of: first, in: &table), try share(of: second, in: &table)]
    #expect(haveShare == [false, true])
  }

  @Test func `Each player's pad shows motion as the player's configuration says, or else the common one`() {
    var settings = DaemonSettings(socketPath: "")
    #expect(settings.haveMotion.allSatisfy { $0 })
    settings.hasMotion = false
    settings.playerMotion[second] = true
    #expect(settings.haveMotion == (0..<16).map { $0 == 1 })
  }

  @Test func `A pad that is plugged in keeps its identity, and the next one has the new`() throws {
    var table = try PadTable(.memory, path: "")
    _ = try table.attach(first, wish: 0)
    table.identities.common = .xboxSeries
    _ = table.emit(shared, to: first)
    let reports = table.reports
    #expect(reports == 0)
    _ = table.detach(first)
    let hasShare = try share(of: first, in: &table)
    #expect(hasShare)
  }

  @Test func `Pads of HID reports need their device only where the host asks for them`() throws {
    var table = try PadTable(.uinput, path: "/dev/null", hidPath: "/nonexistent/uhid")
    #expect(throws: Never.self) { try table.probeHID() }
    table.identities.own[second] = .dualSense
    #expect(throws: PadError.noDevice) { try table.probeHID() }
    table.identities.own = [:]
    table.identities.common = .xboxOneBluetooth
    #expect(throws: PadError.noDevice) { try table.probeHID() }
    var memory = try PadTable(.memory, path: "", hidPath: "/nonexistent/uhid")
    memory.identities.common = .dualSense
    #expect(throws: Never.self) { try memory.probeHID() }
    _ = try memory.attach(first, wish: 0)
    _ = memory.emit(shared, to: first)
    #expect(memory.reports == 1)
  }

  @Test func `A controller's wish that the host cannot fulfil is as none`() throws {
    var table = try PadTable(.uinput, path: "/dev/null", hidPath: "/nonexistent/uhid")
    // What fails is the host's own choice, which is no uinput: not the device that was wished for, which is missing.
    #expect(throws: PadError.refused(code: 25)) { try table.attach(first, wish: 8) }
    table.identities.own[first] = .dualSense
    #expect(throws: PadError.noDevice) { try table.attach(first, wish: 1) }
  }

  @Test func `A standing pad is made once, taken by its player and left at rest`() throws {
    var table = try PadTable(.memory, path: "")
    table.standing = 1
    let made = [try table.settle(first), try table.settle(first), try table.settle(second)]
    #expect(made == [true, false, false])
    _ = try table.attach(first, wish: 0)
    _ = table.emit(PadReport(buttons: Buttons(.a)), to: first)
    let stays = table.detach(first)
    #expect(stays == true && table.reports == 2, "pressed and let go")
    let again = try table.settle(first)
    #expect(!again)
  }

  @Test func `A pad that no longer stands goes, and one of another identity is replaced`() throws {
    var table = try PadTable(.memory, path: "")
    table.standing = 2
    _ = (try table.settle(first), try table.settle(second))
    table.identities.common = .xboxSeries
    table.standing = 1
    let changed = [try table.settle(first), try table.settle(second)]
    let gone = table.unplug(second)
    #expect(changed == [true, false] && !gone)
    table.identities.common = .wheel
    let stays = table.detach(first)
    #expect(stays == false, "the player has left a pad that does not look as it should")
  }

  /// Whether the pad that is now plugged in for `slot` has a share button.
  private func share(of slot: PlayerSlot, in table: inout PadTable) throws -> Bool {
    _ = try table.attach(slot, wish: 0)
    let before = table.reports
    _ = table.emit(shared, to: slot)
    return table.reports > before
  }
}
