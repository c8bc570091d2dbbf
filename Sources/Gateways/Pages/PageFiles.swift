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
  /// The faults of the other layouts on one line each, by the names of their files.
  public let layoutFaults: [String: String]

  /// Creates the files at these paths below the folder.
  public init(_ files: [String: File]) {
    self.files = files
    var layouts: [String: String] = [:]
    var faults: [String: String] = [:]
    for (path, file) in files where path.hasPrefix("layouts/") && path.hasSuffix(".json") {
      let name = String(path.dropFirst(8).dropLast(5))
      let found = LayoutFile.faults(in: file.body.span, named: name)
      if found.isEmpty {
        layouts[name] = String(decoding: file.body, as: UTF8.self)
      } else {
        faults[LayoutFile.isID(name) ? name : JSON.string(name).text] = found.map(\.text).sorted().joined(
          separator: ", ")
      }
    }
    (self.layouts, layoutFaults) = (layouts, faults)
  }

  /// The file at that path below the folder; nil if there is none.
  subscript(name: String) -> File? { files[name] }

  /// True if the folder contains the controller's page, `join.html`.
  public var isComplete: Bool { files["join.html"] != nil }
}
