import Foundation
import Platform
import Testing

@testable import Pages
@testable import Web

/// The folders with kept layouts and with the rows of checked phones.
@Suite struct KeptFilesTests {
  private static let layout = #"{"id":"mine","grid":["a"],"controls":{"a":{"type":"button","out":"A"}}}"#

  /// A folder with a layout and its index.
  private let path: String
  private let folder: KeptFolder

  init() throws {
    path = NSTemporaryDirectory() + "shelf-\(UInt64.random(in: 0 ... .max))"
    folder = try KeptFolder(at: path)
    let steps: [ShelfJob.Step] = [
      .write("mine.json", Array(KeptFilesTests.layout.utf8)),
      .write("index", Array("tiltpad layouts 1\nmine 0 host \n".utf8)),
    ]
    #expect(folder.carryOut(ShelfJob(steps: steps, undo: [])) == nil)
  }

  private var names: [String] { FileContents.names(in: path) }

  private func end() { try? FileManager.default.removeItem(atPath: path) }

  /// Makes a name that cannot be opened: a link to itself.
  private func makeUnreadable(_ name: String) throws {
    try? FileContents.remove("\(path)/\(name)")
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: name)
  }

  @Test func `What cannot be read stays as it is, and what is wrong is set aside`() throws {
    defer { end() }
    try makeUnreadable("other.json")
    try FileContents.write(Array("{".utf8), to: "\(path)/bad.json")
    try FileContents.write(Array(repeating: 0x20, count: Shelf.indexRoom + 1), to: "\(path)/long.json")
    var shelf = Shelf()
    let damages = folder.load(into: &shelf, guests: [])
    #expect(
      damages.map(\.name).sorted() == ["bad.json", "long.json", "other.json"]
        && damages.filter { $0.fate == .unread }.map(\.name) == ["other.json"])
    #expect(names == ["bad.json.damaged", "index", "long.json.damaged", "mine.json", "other.json"])
    #expect(shelf.layouts["mine"]?.offer == .all)
  }

  @Test func `An index that cannot be read stays as it is`() throws {
    defer { end() }
    try makeUnreadable("index")
    var shelf = Shelf()
    #expect(folder.load(into: &shelf, guests: []).map(\.fate) == [.unread])
    #expect(names == ["index", "mine.json"] && shelf.layouts["mine"]?.owner == .nobody)
  }

  @Test func `A folder that cannot be read is not taken for an empty one`() throws {
    defer { end() }
    let broken = try KeptFolder(at: "\(path)/mine.json")
    var shelf = Shelf()
    #expect(broken.load(into: &shelf, guests: []).map(\.fate) == [.unread])
    let missing = try KeptFolder(at: "\(path)/missing")
    #expect(missing.load(into: &shelf, guests: []).isEmpty)
  }

  @Test func `A file of rows that cannot be read stays, and no row replaces it`() throws {
    defer { end() }
    var checks = Checks()
    #expect(folder.load(into: &checks) == nil, "there is none")
    try makeUnreadable(Checks.file)
    #expect(folder.load(into: &checks)?.fate == .unread)
    #expect(names.contains(Checks.file) && !names.contains("\(Checks.file).damaged"))
    checks.forget(for: 1)
    guard case .reply(.disk, to: .program(1))? = checks.next() else {
      Issue.record("the file is written")
      return
    }
    #expect(!checks.isUnsettled)
  }

  @Test(arguments: ["x", "tiltpad checks 1\n" + String(repeating: " ", count: Checks.room)])
  func `A file of rows that is damaged or too long is set aside, and rows are kept again`(_ text: String)
    throws
  {
    defer { end() }
    try FileContents.write(Array(text.utf8), to: "\(path)/\(Checks.file)")
    var checks = Checks()
    #expect(folder.load(into: &checks)?.fate == .setAside)
    #expect(names.contains("\(Checks.file).damaged") && !names.contains(Checks.file))
    checks.forget(for: 1)
    guard case .job? = checks.next() else {
      Issue.record("nothing is written")
      return
    }
  }
}
