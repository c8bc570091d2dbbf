import Gamepad
import Model
import Testing

@testable import Daemon

@Suite struct PadTableTests {
  private let first = PlayerSlot(index: 0)
  private let second = PlayerSlot(index: 1)
  /// A report with the share button, which the Xbox Series pad and the DualSense have, but the Xbox 360 pad
  /// and the wheel do not.
  private let shared = PadReport(buttons: Buttons(.share))

  @Test func `Each player's pad has the player's identity, or else the common one`() throws {
    var settings = DaemonSettings(socketPath: "")
    let all = (0..<PlayerSlot.limit).map(PlayerSlot.init(index:))
    #expect(all.allSatisfy { settings.identities.identity(of: $0, request: 0) == .xbox360 })
    settings.identity = .wheel
    settings.playerIdentities[second] = .xboxSeries
    #expect(settings.identities.identity(of: second, request: 0) == .xboxSeries)
    #expect(all.filter { settings.identities.identity(of: $0, request: 0) == .wheel }.count == 15)
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
    _ = try table.attach(first, request: 0)
    table.identities.common = .xboxSeries
    _ = table.emit(shared, to: first)
    let reports = table.reports
    #expect(reports == 0)
    _ = table.detach(first)
    let hasShare = try share(of: first, in: &table)
    #expect(hasShare)
  }

  @Test func `Without either device there is no table, and with one of them there is`() throws {
    let missing = "/nonexistent"
    #expect(throws: PadShortage.self) { _ = try PadTable(.uinput, path: missing, hidPath: missing) }
    for (path, hidPath) in [("/dev/null", missing), (missing, "/dev/null")] {
      let table = try PadTable(.uinput, path: path, hidPath: hidPath)
      let isKernel = table.isKernel
      #expect(isKernel)
    }
    var memory = try PadTable(.memory, path: missing, hidPath: missing)
    memory.identities.common = .dualSense
    _ = try memory.attach(first, request: 0)
    _ = memory.emit(shared, to: first)
    #expect(memory.reports == 1)
  }

  @Test func `A request that cannot be fulfilled is as none, and the nearest of the other device comes last`()
    throws
  {
    var choice = IdentityChoice()
    #expect(choice.candidates(of: first, request: 0) == [.xbox360, .xboxOneBluetooth])
    #expect(choice.candidates(of: first, request: 8) == [.dualSense, .xbox360, .xboxOneBluetooth])
    choice.own[first] = .dualSense
    #expect(choice.candidates(of: first, request: 1) == [.dualSense, .xbox360])
  }

  @Test func `Each device that makes no pad is told of, that of what was asked for first`() throws {
    let missing = "/nonexistent/uhid"
    var table = try PadTable(.uinput, path: "/dev/null", hidPath: missing)
    let uinput = PadShortage.Refusal(device: "/dev/null", error: .refused(code: 25))
    let uhid = PadShortage.Refusal(device: missing, error: .noDevice)
    #expect(refusals(of: first, request: 0, in: &table) == [uinput, uhid])
    #expect(refusals(of: first, request: 8, in: &table) == [uhid, uinput])
    table.identities.own[first] = .dualSense
    #expect(refusals(of: first, request: 1, in: &table) == [uhid, uinput])
  }

  private func refusals(of slot: PlayerSlot, request: UInt8, in table: inout PadTable) -> [PadShortage
    .Refusal]
  {
    do throws(PadShortage) {
      _ = try table.attach(slot, request: request)
      return []
    } catch {
      return error.refusals
    }
  }

  @Test func `A standing pad is made once, taken by its player and left at rest`() throws {
    var table = try PadTable(.memory, path: "")
    table.standing = 1
    let made = [try table.settle(first), try table.settle(first), try table.settle(second)]
    #expect(made == [true, false, false])
    _ = try table.attach(first, request: 0)
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

  /// Returns whether the current pad of `slot` has a share button.
  private func share(of slot: PlayerSlot, in table: inout PadTable) throws -> Bool {
    _ = try table.attach(slot, request: 0)
    let before = table.reports
    _ = table.emit(shared, to: slot)
    return table.reports > before
  }
}
