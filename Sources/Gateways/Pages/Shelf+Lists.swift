import Model
import Notation

/// The lists of kept layouts for pages and dashboards.
extension Shelf {
  /// The maximum size of a page's list, in bytes: with it and ``PageFiles/listRoom``, a welcome fits every carrier.
  static let listRoom = 6_000

  /// The layouts that are shown, in the order of their ids.
  private var shown: [KeptLayout] {
    guard makers != .nobody else { return [] }
    return layouts.values.filter { !shipped.contains($0.id) }.sorted { $0.id < $1.id }
  }

  /// The ids of the layouts that can be shown.
  var ids: Set<String> { Set(shown.map(\.id)).union(trials.values.map(\.id)) }

  /// Returns the layouts that `page` may use, its own first; cut to what fits a text.
  func entries(for page: Page) -> [JSON] {
    let usable = shown.filter { isUsable($0, by: page) }
    let isOwn = { (layout: KeptLayout) in layout.owner == .guest(page.controller) }
    return (usable.filter(isOwn) + usable.filter { !isOwn($0) })
      .map { $0.entry(("own", .bool(isOwn($0)))) }.fitting(Shelf.listRoom)
  }

  /// The list for dashboards; nil if nobody may keep layouts.
  var list: [JSON]? { makers == .nobody ? nil : entries }

  /// All shown layouts, for dashboards and local programs.
  var entries: [JSON] { shown.map { $0.entry(("offered", .signed(Int64($0.offer.number)))) } }

  /// Returns the layout `id` if `page` may use it, or if the host or a game shows it there; nil otherwise.
  ///
  /// `pushed` is the layout that the host shows on all pages or, without one, that a game shows on this page.
  func text(of id: String, for page: Page, pushed: String) -> String? {
    if id == page.pushed, let trial = trials.values.first(where: { $0.id == id }) { return trial.text }
    guard makers != .nobody, let layout = layouts[id] else { return nil }
    return id == pushed || id == page.pushed || isUsable(layout, by: page) ? layout.text : nil
  }

  private func isUsable(_ layout: KeptLayout, by page: Page) -> Bool {
    switch layout.offer {
    case .all: true
    case .player(let slot) where slot == page.slot: true
    default: layout.owner == .guest(page.controller)
    }
  }
}

/// The list for local programs.
extension Shelf {
  /// The maximum size of the list, in bytes.
  static let programRoom = 60_000

  /// Returns the page's layouts and all kept ones; those that do not fit are left out.
  func entries(beside shipped: [String: String]) -> [JSON] {
    let own = shipped.sorted { $0.key < $1.key }.map { id, text in
      JSON.object([("id", .string(id)), ("name", KeptLayout.name(in: text)), ("shipped", .bool(true))])
    }
    return (entries + own).fitting(Shelf.programRoom)
  }
}

extension KeptLayout {
  /// Returns the layout's entry in a list, with the member `more`.
  fileprivate func entry(_ more: (String, JSON)) -> JSON {
    .object([("id", .string(id)), ("name", name), ("by", .string(by)), more])
  }
}

extension [JSON] {
  /// Returns the first elements, as many as take at most `room` bytes with a comma after each.
  func fitting(_ room: Int) -> [JSON] {
    var room = room
    return Array(
      prefix { element in
        room -= element.text.utf8.count + 1
        return room >= 0
      })
  }
}
