import Layouts
import Notation

/// The files of the page, all in memory; only files that were in the folder when it was loaded are served.
public struct PageFiles: Sendable {
  /// A file that is ready to be sent.
  public struct File: Sendable {
    var type: String
    var tag: String
    var body: [UInt8]
    /// The body compressed with gzip; nil if that is not smaller.
    var compressed: [UInt8]?

    /// Creates a file of the media type `type` with the entity tag `tag`.
    public init(type: String, tag: String, body: [UInt8], compressed: [UInt8]?) {
      (self.type, self.tag, self.body, self.compressed) = (type, tag, body, compressed)
    }
  }

  private let files: [String: File]
  /// The layouts by their names, each as the text of its file.
  public let layouts: [String: String]
  /// The faults of the layouts that cannot be used, one line for each layout, by the names of their files.
  public let layoutFaults: [String: String]

  /// The maximum size of the list of layouts' names that pages receive, in bytes.
  static let listRoom = 8_000
  /// The maximum number of faults of a layout that are reported.
  private static let mostFaults = 10

  /// Creates the files at these paths below the folder; `unreadable` has the reasons why others could not be read.
  public init(_ files: [String: File], unreadable: [String: String] = [:]) {
    self.files = files
    var layouts: [String: String] = [:]
    var faults = unreadable.filter { PageFiles.layoutName(of: $0.key) != nil }
    for (path, file) in files {
      guard let name = PageFiles.layoutName(of: path) else { continue }
      let found = LayoutFile.faults(in: file.body.span, named: name)
      if found.isEmpty {
        layouts[name] = String(decoding: file.body, as: UTF8.self)
      } else {
        faults[path] = PageFiles.text(of: found)
      }
    }
    self.layouts = layouts
    layoutFaults = Dictionary(
      uniqueKeysWithValues: faults.map { path, text in
        let name = PageFiles.layoutName(of: path) ?? path
        return (LayoutFile.isID(name) ? name : JSON.string(name).text, text)
      })
  }

  /// The number of layouts that are left out of the list for pages, because the list would be too long.
  public var unoffered: Int { layouts.count - PageFiles.offered(of: layouts).count }

  /// Returns the names of `layouts` in the list that pages receive: as many as fit, in alphabetical order.
  static func offered(of layouts: [String: String]) -> [String] {
    layouts.keys.sorted().map { JSON.string($0) }.fitting(listRoom).compactMap(\.string)
  }

  /// Returns the name of the layout whose file is at `path` below the folder; nil if the path is not that
  /// of a layout.
  private static func layoutName(of path: String) -> String? {
    guard path.hasPrefix("layouts/"), path.hasSuffix(".json") else { return nil }
    return String(path.dropFirst(8).dropLast(5))
  }

  /// Returns the first ``mostFaults`` of `faults`, and the number of the others, on one line.
  private static func text(of faults: [LayoutFault]) -> String {
    let texts = faults.map(\.text).sorted()
    let rest = texts.count - mostFaults
    return texts.prefix(mostFaults).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }

  /// The file at the path `name` below the folder; nil if there is none.
  subscript(name: String) -> File? { files[name] }

  /// True if the folder contains the controller's page, `join.html`.
  public var isComplete: Bool { files["join.html"] != nil }
}
