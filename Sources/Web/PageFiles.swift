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

  /// Whether the controller's page is there.
  var isComplete: Bool { files["join.html"] != nil }

  private mutating func load(_ folder: String, as prefix: String, depth: Int) {
    for name in FileContents.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if let type = name.split(separator: ".").last.flatMap({ PageFiles.types[String($0)] }) {
        guard let body = try? FileContents.read(path) else { continue }
        let digest = SHA256.digest(body.span)
        let tag = Base64URL.text(of: digest.span.extracting(first: 12))
        files[prefix + name] = File(type: type, tag: "\"\(tag)\"", body: body)
      } else if depth < PageFiles.depth {
        load(path, as: "\(prefix)\(name)/", depth: depth + 1)
      }
    }
  }
}
