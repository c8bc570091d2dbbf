import Platform
import Testing

@Suite struct MemoryTests {
  /// Returns the resident memory of this process that is backed by files, in kB.
  private static func pagesOfFiles() throws -> Int {
    let status = String(decoding: try FileContents.read("/proc/self/status"), as: UTF8.self)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
    return try #require(Int(line.split(whereSeparator: { $0 == " " || $0 == "\t" })[1]))
  }

  @Test func `Pages that only the start has used are released, and what runs on still runs`() async {
    // The test has its own process, since other tests would load pages in the meantime.
    await #expect(processExitsWith: .success) {
      let before = try MemoryTests.pagesOfFiles()
      Memory.settle()
      let after = try MemoryTests.pagesOfFiles()
      #expect(after < before / 2, "\(before) kB, then \(after) kB")
    }
  }
}
