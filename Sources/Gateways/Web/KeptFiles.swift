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
  /// The file with the rows, if it cannot be used.
  let checkDamage: Shelf.Damage?

  /// Reads the layouts of `makers` from `shelfFolder`, and the rows from `checkFolder`; owners are the guests of `book`.
  init(
    in shelfFolder: KeptFolder, _ checkFolder: KeptFolder, for makers: Shelf.Makers, _ book: TicketBook
  ) {
    shelf = Shelf(for: makers)
    damages = shelfFolder.load(into: &shelf, guests: Set(book.guests.map(\.controller)))
    checkDamage = checkFolder.load(into: &checks)
  }
}

extension KeptFolder {
  /// Reads the layouts into `shelf`, and sets aside files with faults; returns all files that cannot be used.
  func load(into shelf: inout Shelf, guests: Set<UInt32>) -> [Shelf.Damage] {
    var (files, damages): ([String: [UInt8]], [Shelf.Damage]) = ([:], [])
    do throws(SystemError) {
      let names = FileContents.isNamed(path) ? try FileContents.list(path).readable : []
      for name in names where name == ShelfJob.index || name.hasSuffix(".json") {
        do throws(SystemError) {
          files[name] = try FileContents.readOrdinary("\(path)/\(name)", limit: Shelf.indexRoom)
        } catch {
          damages.append(
            Shelf.Damage(name: name, reason: error.reason, fate: error.isTooLong ? .setAside : .unread))
        }
      }
    } catch {
      // The folder cannot be listed, so its index counts as a file that could not be read.
      damages.append(Shelf.Damage(name: ShelfJob.index, reason: error.reason, fate: .unread))
    }
    damages += shelf.adopt(files, unread: damages.filter { $0.fate == .unread }.map(\.name), guests: guests)
    for damage in damages where damage.fate == .setAside { setAside(damage.name) }
    return damages
  }

  /// Reads the rows of checked phones into `checks`; returns their file if it cannot be used.
  ///
  /// A damaged file is set aside. If the file cannot be read, no row is written, because that would replace
  /// the file's rows.
  func load(into checks: inout Checks) -> Shelf.Damage? {
    guard FileContents.isNamed("\(path)/\(Checks.file)") else { return nil }
    do throws(SystemError) {
      let bytes = try FileContents.readOrdinary("\(path)/\(Checks.file)", limit: Checks.room)
      if checks.adopt(bytes) { return nil }
    } catch {
      guard error.isTooLong else {
        checks.freeze()
        return Shelf.Damage(name: Checks.file, reason: error.reason, fate: .unread)
      }
    }
    setAside(Checks.file)
    return Shelf.Damage(name: Checks.file, reason: "damaged")
  }
}

extension Gateway {
  /// Reports the files of `kept` that cannot be used.
  func report(_ kept: KeptFiles) {
    for damage in kept.damages {
      tell(
        damage.fate == .unread
          ? .keptLayoutUnread(damage.name, reason: damage.reason)
          : .keptLayoutRefused(damage.name, reason: damage.reason, isDamaged: damage.fate == .setAside))
    }
    if let damage = kept.checkDamage {
      tell(damage.fate == .unread ? .checksUnread(reason: damage.reason) : .checksDamaged)
    }
    if engine.book.unknownLines > 0 { tell(.ticketsLeftOut(engine.book.unknownLines)) }
  }
}
