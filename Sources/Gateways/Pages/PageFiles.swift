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

  private var files: [String: File]

  /// Creates the files at these paths below the folder.
  public init(_ files: [String: File]) { self.files = files }

  /// The file at that path below the folder; nil if there is none.
  subscript(name: String) -> File? { files[name] }

  /// The layouts by their names, each as the text of its file.
  public var layouts: [String: String] {
    let paths = files.keys.filter { $0.hasPrefix("layouts/") && $0.hasSuffix(".json") }
    let named = paths.map { path in
      (String(path.dropFirst(8).dropLast(5)), String(decoding: files[path]?.body ?? [], as: UTF8.self))
    }
    return Dictionary(uniqueKeysWithValues: named)
  }

  /// True if the folder contains the controller's page, `join.html`.
  public var isComplete: Bool { files["join.html"] != nil }
}
