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

  /// The size of the largest file, in bytes.
  private static let largest = 1 << 20

  /// Loads the files below `folder`.
  init(in folder: String) {
    var (files, unreadable): ([String: File], [String: String]) = ([:], [:])
    PageFiles.load(folder, as: "", depth: 1, into: &files, &unreadable)
    self.init(files, unreadable: unreadable)
  }

  /// Loads the files below `folder` by their paths, which begin with `prefix`, and the reasons why others cannot be read.
  private static func load(
    _ folder: String, as prefix: String, depth: Int, into files: inout [String: File],
    _ unreadable: inout [String: String]
  ) {
    for name in FileContents.names(in: folder) where !name.hasPrefix(".") {
      let path = "\(folder)/\(name)"
      guard let type = name.split(separator: ".").last.flatMap({ PageFiles.types[String($0)] }) else {
        if depth < PageFiles.depth {
          load(path, as: "\(prefix)\(name)/", depth: depth + 1, into: &files, &unreadable)
        }
        continue
      }
      do throws(SystemError) {
        // A pipe would block the gateway, so only ordinary files are read.
        let body = try FileContents.readOrdinary(path, limit: largest)
        files[prefix + name] = File(type: type, body: body)
      } catch {
        unreadable[prefix + name] = error.reason
      }
    }
  }
}

extension PageFiles.File {
  /// Creates a file of the media type `type`, with the tag and the compressed form of its `body`.
  fileprivate init(type: String, body: [UInt8]) {
    let digest = SHA256.digest(body.span)
    let tag = Base64URL.text(of: digest.span.extracting(first: 12))
    self.init(
      type: type, tag: "\"\(tag)\"", body: body,
      compressed: Deflate.compress(body, .gzip, limit: max(0, body.count - 1)))
  }
}
