import Platform
import Testing

@Suite struct MemoryTests {
  /// Returns the pages of files in the memory of this process, in kB.
  private static func pagesOfFiles() throws -> Int {
    let status = String(decoding: try FileContents.read("/proc/self/status"), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
    return try #require(Int(line.split(whereSeparator: { $0 == " " || $0 == "\t" })[1]))
  }

  @Test func `Pages that only the start has used are released, and what runs on still runs`() async {
    // The test has a process to itself: the other tests would fetch pages meanwhile.
    await #expect(processExitsWith: .success) {
      let before = try MemoryTests.pagesOfFiles()
      Memory.settle()
      let after = try MemoryTests.pagesOfFiles()
      #expect(after < before / 2, "\(before) kB, then \(after) kB")
    }
  }
}
