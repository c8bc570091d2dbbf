/// The overlay's page and the files that it loads; its own port serves nothing else (docs/web.md, "The overlay").
enum Overlay {
  /// The path of the page, and of its WebSocket.
  static let path = "/overlay"
  /// The name of the page's file.
  static let page = "overlay.html"
  /// The WebSocket's subprotocol.
  static let socketProtocol = "tpp.overlay.v1"
  /// The files below the folder of the pages: the overlay's own, and those that it shares with other pages.
  private static let files: Set<String> = [
    "overlay.css", "overlay/link.js", "overlay/main.js", "overlay/player.js", "overlay/wishes.js",
    "dashboard/dial.js", "dashboard/dom.js", "dashboard/drawings.css", "dashboard/names.js",
    "dashboard/pad.js", "dashboard/tables.js", "badge.js", "element.js", "language.js", "retry.js",
    "secret.js", "sprite.svg", "tables.js",
  ]

  /// Returns the name of the file at `path`; nil if the overlay has no such file.
  static func file(at path: String) -> String? {
    if path == Overlay.path { return page }
    let name = String(path.dropFirst(5))
    return path.hasPrefix("/web/") && files.contains(name) ? name : nil
  }
}
