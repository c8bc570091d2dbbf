import Games
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
    guard !layout.isEmpty else {
      forgetUntold { _ in true }
      return followGame()
    }
    for page in pages.all { tell(layout, to: page.controller) }
  }

  /// Shows a layout on the page of the player in `slot`; returns false if no page has the slot.
  mutating func layOut(_ layout: String, on slot: PlayerSlot) -> Bool {
    guard let page = pages.playing.first(where: { $0.slot == slot && $0.stage == .playing }) else {
      return false
    }
    pages[page.controller]?.pushed = layout
    if layout.isEmpty { followGame() } else { tell(layout, to: page.controller) }
    return true
  }

  /// Sends the page of `controller` a layout that the host or, if `isOfGame`, a game wants.
  ///
  /// A page that does not play yet receives the layout with its welcome.
  private mutating func tell(_ layout: String, isOfGame: Bool = false, to controller: UInt32) {
    pages[controller]?.wanted = layout
    pages[controller]?.gameLayout = isOfGame ? layout : ""
    guard pages[controller]?.stage == .playing else { return }
    pages[controller]?.told = layout
    say(.layout(layout), to: controller)
  }

  /// Forgets the layouts that pages would receive when they return, if `isOver` returns true for them.
  private mutating func forgetUntold(_ isOver: (String) -> Bool) {
    for page in pages.all where page.wanted != page.told && isOver(page.wanted) {
      pages[page.controller]?.wanted = page.told
      pages[page.controller]?.gameLayout = ""
    }
  }

  /// Returns the layout that the running game wants on `page`; empty if the game wants none, or no game runs.
  private func gameLayout(of page: Page) -> String {
    page.slot.flatMap { game?.concerns($0) == true ? game?.layout : nil } ?? ""
  }

  /// Sends the running game's layout to each page for which the host has set no layout.
  ///
  /// If no game wants a layout any more, the pages return to their former layouts. A player may choose
  /// another layout on the page at any time. The choice stays until the page is sent a different layout.
  mutating func followGame() {
    for page in pages.all where page.stage == .playing { followGame(on: page) }
  }

  private mutating func followGame(on page: Page) {
    guard layout.isEmpty, page.pushed.isEmpty else { return }
    let wanted = gameLayout(of: page)
    if wanted != page.gameLayout { tell(wanted, isOfGame: true, to: page.controller) }
  }

  /// Updates the record of the layouts sent to the page of `controller`, which is about to be welcomed.
  ///
  /// A page that has sent no packet yet has just been loaded, so it has received no layout.
  mutating func prepareLayout(of controller: UInt32) {
    guard let page = pages[controller] else { return }
    if page.counter > 0 { return followGame(on: page) }
    pages[controller]?.wanted = ""
    pages[controller]?.told = ""
    pages[controller]?.gameLayout = ""
  }

  /// Sends the layout `id` to a page that cannot fetch it as a file.
  mutating func show(_ id: String, to controller: UInt32) {
    guard let page = pages[controller] else { return }
    let shown = layout.isEmpty ? page.gameLayout : layout
    let layout = host.layouts[id] ?? shelf.text(of: id, for: page, pushed: shown)
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

  /// Records that the page of `controller` gets its list of kept layouts; returns the text, or nil if the
  /// page has it.
  @discardableResult
  mutating func noteShelf(of controller: UInt32) -> PageText? {
    let text = PageText.shelf(entries(for: controller))
    guard pages[controller]?.shelf != text.text else { return nil }
    pages[controller]?.shelf = text.text
    return text
  }

  /// Sends each playing page its list of kept layouts, if the list has changed.
  mutating func showShelf() {
    for page in pages.filter({ $0.stage == .playing }) {
      if let text = noteShelf(of: page.controller) { say(text, to: page.controller) }
    }
  }

  /// Stops showing the layout `id` on single pages.
  mutating func withdraw(_ id: String) {
    for page in pages.filter({ $0.pushed == id }) { pages[page.controller]?.pushed = "" }
    forgetUntold { $0 == id }
    followGame()
  }

  /// Ends the trial of the layout `id` on the pages that show it; they show the layout of the host or of the
  /// game again.
  ///
  /// If there is neither, a page returns to the layout that it showed before.
  mutating func endTrial(_ id: String) {
    for page in pages.filter({ $0.pushed == id }) {
      pages[page.controller]?.pushed = ""
      let isOfGame = layout.isEmpty
      tell(isOfGame ? gameLayout(of: page) : layout, isOfGame: isOfGame, to: page.controller)
    }
  }

  /// Passes `reply` on to a page, as the answer to its upload or order.
  mutating func pass(_ reply: ShelfReply, to controller: UInt32) {
    switch reply {
    case .kept(let id, let part, let isWhole): say(.kept(id, part: part, isWhole: isWhole), to: controller)
    case .removed(let id): say(.discarded(id), to: controller)
    case .refused(let id, let refusal): say(.refused(id, refusal), to: controller)
    case .offered: break
    }
  }
}
