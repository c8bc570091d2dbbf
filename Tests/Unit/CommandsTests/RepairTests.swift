import Testing

@testable import Commands

@Suite struct RepairTests {
  private let findings: [(name: String, finding: Finding)] = [
    ("a", .ok("well")), ("b", .warning("w", fix: "sudo x && sudo y --sudo=1")),
    ("c", .failure("f", try: "ss -l")),
    ("d", .failure("f", fix: "echo z | sudo tee q")), ("e", .warning("w", fix: "sudo x && sudo y --sudo=1")),
  ]

  @Test func `Each command is run once, and no advice`() {
    #expect(
      Repair(of: findings, isRoot: false).commands == ["sudo x && sudo y --sudo=1", "echo z | sudo tee q"])
  }

  @Test func `Root needs no sudo`() {
    #expect(Repair(of: findings, isRoot: true).commands == ["x && y --sudo=1", "echo z | tee q"])
  }

  @Test func `Without a command nothing is run and nobody is asked`() throws {
    #expect(try !Repair(of: [("a", .failure("f", try: "advice"))], isRoot: true).run(asks: true))
  }

  @Test
  func
    `Every command of the checks is one for a shell, and every advice that starts with sudo leaves something open`()
  {
    let root = FakeRoot()
    var look = DoctorTests.healthy(root)
    look.machine.root = "/nonexistent"
    look.daemon = .silent
    look.gateway = .running
    let commands = look.findings.map(\.finding).filter(\.isCommand).compactMap(\.remedy)
    #expect(commands.count > 4)
    #expect(
      commands.allSatisfy { !$0.contains(", ") && !$0.contains("sudo make") && !$0.contains("tiltpad serve") }
    )
  }
}
