import Model
import Pages
import Platform
import Synchronization

/// A folder with what pages have given the host to keep: layouts, or the rows of checked phones.
///
/// A change is written by a thread of its own, one at a time, so that no packet waits for the disk.
final class ShelfFolder: Sendable {
  /// The ending of the name of a file that is set aside.
  private static let aside = ".damaged"

  /// The bell that rings when the work is done.
  let news: Bell
  let path: String
  /// The end of the work; nil if there is no news.
  private let end = Mutex<End?>(nil)

  /// The end of a piece of work.
  struct End: Sendable {
    /// The reason why a step failed; nil if all succeeded.
    let error: SystemError?
  }

  /// Creates the folder at `path`, which is made with the first change.
  ///
  /// - Throws: `SystemError` of `.bell`.
  init(at path: String) throws(SystemError) {
    self.path = path
    news = try Bell()
  }

  /// Begins to carry out `job`; ``news`` rings at its end.
  func begin(_ job: ShelfJob) {
    do throws(SystemError) {
      try BackgroundThread.start { self.end(self.carryOut(job)) }
    } catch {
      end(error)
    }
  }

  /// Removes and returns the end of the work; nil while the work goes on.
  func removeEnd() -> End? {
    news.silence()
    return end.withLock { end in
      defer { end = nil }
      return end
    }
  }

  private func end(_ error: SystemError?) {
    end.withLock { $0 = End(error: error) }
    news.ring()
  }

  /// Carries out the steps of `job`; returns the reason why one has failed, or nil.
  func carryOut(_ job: ShelfJob) -> SystemError? {
    do throws(SystemError) {
      try FileContents.makeDirectory(path, mode: 0o700)
      for step in job.steps { try carryOut(step) }
      return nil
    } catch {
      for step in job.undo { try? carryOut(step) }
      return error
    }
  }

  private func carryOut(_ step: ShelfJob.Step) throws(SystemError) {
    switch step {
    case .write(let name, let bytes):
      try FileContents.write(bytes, to: "\(path)/\(name)", mode: 0o600)
    case .remove(let name): try FileContents.remove("\(path)/\(name)")
    }
    // Without this, a loss of power could bring the former file back after the next step.
    try FileContents.settleNames(in: path)
  }

  /// Reads the layouts into `shelf`, and sets aside what was read and is wrong; returns all files that cannot be used.
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
      // The folder has an index, but nobody knows what is in it.
      damages.append(Shelf.Damage(name: ShelfJob.index, reason: error.reason, fate: .unread))
    }
    damages += shelf.adopt(files, unread: damages.filter { $0.fate == .unread }.map(\.name), guests: guests)
    for damage in damages where damage.fate == .setAside { setAside(damage.name) }
    return damages
  }

  /// Renames the damaged file `name`.
  func setAside(_ name: String) {
    try? FileContents.move("\(path)/\(name)", to: "\(path)/\(name)\(ShelfFolder.aside)")
  }
}

extension Gateway {
  /// Tells the engine the end of the work on kept layouts.
  func drainShelf() {
    guard let end = shelfFolder.removeEnd() else { return }
    if let error = end.error { tell(.layoutsNotKept(error)) }
    engine.finishShelf(isDone: end.error == nil)
    settle(at: Clock.now())
  }

  /// Reports the files of `kept` that cannot be used.
  func report(_ kept: KeptFiles) {
    for damage in kept.damages {
      tell(
        damage.fate == .unread
          ? .keptLayoutUnread(damage.name, reason: damage.reason)
          : .keptLayoutRefused(damage.name, reason: damage.reason, isDamaged: damage.fate == .setAside))
    }
    if !kept.areChecksWhole { tell(.checksDamaged) }
  }
}
