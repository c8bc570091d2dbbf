internal import CWeb
import Cryptography
import Platform
import Wire

/// The files of the page, all in memory: what is not in the folder at the start cannot be asked for.
struct PageFiles: Sendable {
  /// A file, ready to be sent.
  struct File: Sendable {
    var type: String
    var tag: String
    var body: [UInt8]
    /// The body as gzip; nil when that is no smaller.
    var compressed: [UInt8]?
  }

  /// What a page is made of, by the end of the file's name.
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml", "json": "application/json", "webmanifest": "application/manifest+json",
    "png": "image/png", "woff2": "font/woff2",
  ]
  /// How deep the folders are.
  private static let depth = 3

  private var files: [String: File] = [:]

  /// The files below `folder`.
  init(in folder: String) {
    load(folder, as: "", depth: 1)
  }

  /// The file that is called so below the folder; nil when there is none.
  subscript(name: String) -> File? { files[name] }

  /// What the layouts are called, in the order of their names.
  var layouts: [String] {
    files.keys.filter { $0.hasPrefix("layouts/") && $0.hasSuffix(".json") }
      .map { String($0.dropFirst(8).dropLast(5)) }.sorted()
  }

  /// Whether the controller's page is there.
  var isComplete: Bool { files["join.html"] != nil }

  private mutating func load(_ folder: String, as prefix: String, depth: Int) {
    for name in FileContents.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if let type = name.split(separator: ".").last.flatMap({ PageFiles.types[String($0)] }) {
        guard let body = try? FileContents.read(path) else { continue }
        let digest = SHA256.digest(body.span)
        let tag = Base64URL.text(of: digest.span.extracting(first: 12))
        files[prefix + name] = File(
          type: type, tag: "\"\(tag)\"", body: body, compressed: Compression.gzip(body))
      } else if depth < PageFiles.depth {
        load(path, as: "\(prefix)\(name)/", depth: depth + 1)
      }
    }
  }
}

/// What browsers undo by themselves.
enum Compression {
  /// `bytes` as gzip (RFC 1952); nil when that is no smaller.
  static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 1 else { return nil }
    var written: Int32 = 0
    let room = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { room, count in
      written = unsafe web_compress(bytes, bytes.count, room.baseAddress, room.count)
      count = Int(max(0, written))
    }
    return written > 0 ? room : nil
  }
}
