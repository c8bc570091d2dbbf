import Pages
import Platform
import Synchronization

/// A folder with the layouts that the host keeps, or with the rows of checked phones.
///
/// A change is written by a thread of its own, one at a time, so that no packet waits for the disk.
final class KeptFolder: Sendable {
  /// The ending of the name of a file that is set aside.
  private static let aside = ".damaged"

  /// The bell that rings when the work is done.
  let news: Bell
  let path: String
  /// The end of the work; nil while the work goes on, and once ``removeEnd()`` has returned it.
  private let end = Mutex<End?>(nil)

  /// The end of a piece of work.
  struct End: Sendable {
    /// The reason why a step failed; nil if all succeeded.
    let error: SystemError?
  }

  /// Creates the object for the folder at `path`; the first change makes the folder itself.
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

  /// Renames the damaged file `name`.
  func setAside(_ name: String) {
    try? FileContents.move("\(path)/\(name)", to: "\(path)/\(name)\(KeptFolder.aside)")
  }
}

extension Gateway {
  /// Reports the end of the work in `folder` to the engine by `finish`, and an error to the user as `event`.
  func drain(
    _ folder: KeptFolder, _ event: (SystemError) -> WebEvent, _ finish: (inout PageEngine, Bool) -> Void
  ) {
    guard let end = folder.removeEnd() else { return }
    if let error = end.error { tell(event(error)) }
    finish(&engine, end.error == nil)
    settle(at: Clock.now())
  }
}
