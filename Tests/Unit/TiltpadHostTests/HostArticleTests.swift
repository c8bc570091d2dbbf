import Foundation
import Testing

@Suite struct HostArticleTests {
  @Test func `The article about hosts has the code of its example`() throws {
    let here = URL(filePath: #filePath).deletingLastPathComponent()
    let source = try String(contentsOf: here.appending(path: "HostExampleTests.swift"), encoding: .utf8)
    let article = try String(
      contentsOf: here.appending(
        path: "../../../Sources/Libraries/TiltpadHost/TiltpadHost.docc/BecomingAHost.md"),
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "\n```").first
    }
    #expect(blocks.count == 3)
    for block in blocks { #expect(source.contains(block), "\(block)") }
  }
}
