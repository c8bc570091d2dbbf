import Bridge
import Buzzer
import Cryptography
import Platform
import Store

/// The host's file, shared by the ledgers of devices and of quizzes.
///
/// It is a class, because the database's handle has only one owner. It is Sendable without the compiler's
/// check, because only one thread at a time uses a ``JobStore``.
package final class HostFile: JobStore, @unchecked Sendable {
  /// The open file.
  let database: Database
  private let path: String
  /// The number of the current quiz; nil before the first, or if none could be started.
  private var quiz: Int64?
  /// The start of the next quiz that ``presentQuiz()`` begins, in ms since 1970.
  private var begun = WallClock.milliseconds()

  /// The contents of the file when it was opened, and its writer.
  struct Contents {
    /// The host's keys; nil without a file, in which case there are no encrypted sessions.
    var keys: KeyPair?
    /// The paired devices.
    var devices: [Admission.Device] = []
    /// The writer of the file; nil if there is no file.
    var writer: StoreWriter?
  }

  /// Opens the file at `path`, creating it if it is missing, and returns its contents.
  ///
  /// - Throws: `StoreError`: the reason why the file cannot be used.
  static func open(_ path: String) throws(StoreError) -> Contents {
    var random = SystemRandomNumberGenerator()
    let file = try HostFile(at: path)
    let keys = try file.database.hostKeys(from: &random)
    let devices = try file.database.devices().map {
      Admission.Device(key: $0.key, name: $0.name, role: $0.role, preShared: $0.preShared)
    }
    do throws(SystemError) {
      return Contents(keys: keys, devices: devices, writer: try StoreWriter(file))
    } catch {
      throw .failed(code: error.code)
    }
  }

  /// Opens the file at `path`, creating it if it is missing.
  ///
  /// - Throws: `StoreError`: the reason why the file cannot be used.
  init(at path: String) throws(StoreError) {
    self.path = path
    database = try Database(at: path, ifMissing: .makes)
  }

  var size: UInt64 { FileStatus(path)?.size ?? 0 }

  func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz {
    let quiz = try database.currentQuiz(at: time)
    let kept = KeptQuiz(
      scores: try database.scores(in: quiz), lastRound: try database.lastRound(in: quiz) ?? 0)
    self.quiz = quiz
    return kept
  }

  func perform(_ job: StoreJob) throws(StoreError) {
    switch job {
    case .round(let round, let players, let armedAt):
      try database.keep(round, players: players, in: try presentQuiz(), armedAt: armedAt)
    case .scores(let players): try database.keep(scores: players, in: try presentQuiz())
    case .beginQuiz(let time):
      (quiz, begun) = (nil, time)
      _ = try presentQuiz()
    case .forgetQuizzes(let time): quiz = try database.forgetQuizzes(at: time)
    case .tidy(let age, let time): try database.tidy(keeping: age, at: time)
    case .add(let device): try database.add(device)
    case .touch(let key, let time): try database.touch(key, at: time)
    case .rename(let key, let name): try database.rename(key, to: name)
    case .revoke(let key): try database.revoke(key)
    case .file(let contents, let path): try HostFile.write(contents, to: path)
    case .ownFile(let contents, let path):
      guard try HostFile.isOwn(path) else { throw .foreign }
      try HostFile.write(contents, to: path)
    }
  }

  /// Returns whether the file with dashboards' settings is missing, or unchanged since it was written.
  private static func isOwn(_ path: String) throws(StoreError) -> Bool {
    guard FileContents.isNamed(path) else { return true }
    do throws(SystemError) {
      return SettingText.isOwn(try FileContents.readOrdinary(path, limit: SettingText.limit))
    } catch {
      throw .foreign
    }
  }

  private static func write(_ contents: [UInt8], to path: String) throws(StoreError) {
    do throws(SystemError) { try FileContents.write(contents, to: path, mode: 0o600) } catch {
      throw .failed(code: error.code)
    }
  }

  /// Returns the number of the current quiz; starts one if that failed before.
  private func presentQuiz() throws(StoreError) -> Int64 {
    if let quiz { return quiz }
    let fresh = try database.beginQuiz(at: begun)
    quiz = fresh
    return fresh
  }
}
