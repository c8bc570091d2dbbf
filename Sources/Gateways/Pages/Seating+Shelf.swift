import Layouts
import Model
import Notation

/// The layouts of pages: those that the host shows, and those that it keeps.
extension Seating {
  /// The ids of all layouts that the host can show.
  var knownLayouts: Set<String> { shelf.ids.union(host.layouts.keys) }

  /// Sets the layout of all players; if it is empty, each player chooses.
  public mutating func layOut(_ layout: String) {
    self.layout = layout
    guard !layout.isEmpty else { return }
    for page in pages.all where page.stage == .playing { say(.layout(layout), to: page.controller) }
  }

  /// Shows a layout on the page of the player in `slot`; returns false if no page has the slot.
  mutating func layOut(_ layout: String, on slot: PlayerSlot) -> Bool {
    guard let page = pages.playing.first(where: { $0.slot == slot && $0.stage == .playing }) else {
      return false
    }
    pages[page.controller]?.pushed = layout
    if !layout.isEmpty { say(.layout(layout), to: page.controller) }
    return true
  }

  /// Sends the layout `id` to a page that cannot fetch it as a file.
  mutating func show(_ id: String, to controller: UInt32) {
    guard let page = pages[controller] else { return }
    let layout = host.layouts[id] ?? shelf.text(of: id, for: page, pushed: layout)
    let text = PageText.controls(id, layout)
    say(text.text.utf8.count <= PageText.longest ? text : .controls(id, nil), to: controller)
  }

  /// Handles a page's part of a layout, or its order to remove one; returns false if it is invalid or the page does
  /// not play.
  mutating func changeShelf(
    _ order: PageOrder, _ said: JSON, of controller: UInt32, at now: Instant
  ) -> Bool {
    guard let page = pages[controller], page.stage == .playing else { return false }
    if order == .save {
      guard let part = UploadPart(said) else { return false }
      shelf.add(part, from: .page(controller), called: page.name, at: now)
      return true
    }
    guard let id = said["id"]?.string, LayoutFile.isID(id) else { return false }
    shelf.remove(id, from: .page(controller))
    return true
  }

  /// Returns the kept layouts that the page of `controller` may use.
  func entries(for controller: UInt32) -> [JSON] { pages[controller].map(shelf.entries) ?? [] }

  /// Records that the page of `controller` is told its kept layouts; returns their text, or nil if it was told them
  /// before.
  @discardableResult
  mutating func noteShelf(of controller: UInt32) -> PageText? {
    let text = PageText.shelf(entries(for: controller))
    guard pages[controller]?.shelf != text.text else { return nil }
    pages[controller]?.shelf = text.text
    return text
  }

  /// Tells each page that plays its kept layouts, if they have changed.
  mutating func showShelf() {
    for page in pages.filter({ $0.stage == .playing }) {
      if let text = noteShelf(of: page.controller) { say(text, to: page.controller) }
    }
  }

  /// Stops showing the layout `id` on single pages.
  mutating func withdraw(_ id: String) {
    for page in pages.filter({ $0.pushed == id }) { pages[page.controller]?.pushed = "" }
  }

  /// Lets the pages that show the layout `id` of a trial show the host's layout, or with none the one before it.
  mutating func endTrial(_ id: String) {
    for page in pages.filter({ $0.pushed == id }) {
      pages[page.controller]?.pushed = ""
      say(.layout(layout), to: page.controller)
    }
  }

  /// Answers the upload or the order of a page.
  mutating func pass(_ reply: ShelfReply, to controller: UInt32) {
    switch reply {
    case .kept(let id, let part, let isWhole): say(.kept(id, part: part, isWhole: isWhole), to: controller)
    case .removed(let id): say(.discarded(id), to: controller)
    case .refused(let id, let refusal): say(.refused(id, refusal), to: controller)
    case .offered: break
    }
  }
}
