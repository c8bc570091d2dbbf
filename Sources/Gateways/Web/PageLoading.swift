import Cryptography
import Deflate
import Pages
import Platform
import Wire

extension PageFiles {
  /// The media types of the page's files, by file name extension.
  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml", "json": "application/json", "webmanifest": "application/manifest+json",
    "png": "image/png", "woff2": "font/woff2",
  ]
  /// The number of folder levels that are loaded.
  private static let depth = 3

  /// Loads the files below `folder`.
  init(in folder: String) {
    self.init(PageFiles.load(folder, as: "", depth: 1))
  }

  /// Returns the files below `folder` by their paths, which begin with `prefix`.
  private static func load(_ folder: String, as prefix: String, depth: Int) -> [String: File] {
    var files: [String: File] = [:]
    for name in FileContents.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      if let type = name.split(separator: ".").last.flatMap({ PageFiles.types[String($0)] }) {
        guard let body = try? FileContents.read(path) else { continue }
        let digest = SHA256.digest(body.span)
        let tag = Base64URL.text(of: digest.span.extracting(first: 12))
        files[prefix + name] = File(
          type: type, tag: "\"\(tag)\"", body: body,
          compressed: Deflate.compress(body, .gzip, limit: max(0, body.count - 1)))
      } else if depth < PageFiles.depth {
        files.merge(load(path, as: "\(prefix)\(name)/", depth: depth + 1)) { $1 }
      }
    }
    return files
  }
}
