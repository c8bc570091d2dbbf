import Model
import Pages
import Platform

/// The layouts and rows that earlier runs of the gateway have kept, and the files that cannot be used.
struct KeptFiles {
  /// The kept layouts.
  private(set) var shelf: Shelf
  /// The rows of checked phones.
  private(set) var checks = Checks()
  /// The files of layouts that cannot be used.
  let damages: [Shelf.Damage]
  /// False if the file with the rows is damaged.
  let areChecksWhole: Bool

  /// Reads the layouts of `makers` from `shelfFolder`, and the rows from `checkFolder`; owners are the guests of `book`.
  init(
    in shelfFolder: ShelfFolder, _ checkFolder: ShelfFolder, for makers: Shelf.Makers, _ book: TicketBook
  ) {
    shelf = Shelf(for: makers)
    damages = shelfFolder.load(into: &shelf, guests: Set(book.guests.map(\.controller)))
    areChecksWhole = checkFolder.load(into: &checks)
  }
}

extension ShelfFolder {
  /// Reads the rows of checked phones into `checks`, and sets their file aside if it is damaged; returns false then.
  func load(into checks: inout Checks) -> Bool {
    guard let bytes = readRows(), !checks.adopt(bytes) else { return true }
    setAside(Checks.file)
    return false
  }

  private func readRows() -> [UInt8]? {
    try? FileContents.readOrdinary("\(path)/\(Checks.file)", limit: Checks.room + 1)
  }
}

extension Gateway {
  /// Tells the engine the end of the work on the rows of checked phones.
  func drainChecks() {
    guard let end = checkFolder.removeEnd() else { return }
    if let error = end.error { tell(.checksNotKept(error)) }
    engine.finishChecks(isDone: end.error == nil)
    settle(at: Clock.now())
  }
}
