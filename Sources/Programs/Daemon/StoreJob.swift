import Bridge
import Buzzer
import Cryptography
import Engine
import Model
import Platform
import Store
import Wire

/// A change of the host's file or of a file of settings.
///
/// Times count from 1970, in s for devices and in ms for quizzes.
enum StoreJob: Sendable {
  /// Stores a round that was armed at the given time, and the players' subsequent scores.
  case round(RoundRecord, players: [QuizPlayer], armedAt: Int64)
  /// Stores the scores of players.
  case scores([QuizPlayer])
  /// Begins a new quiz.
  case beginQuiz(at: Int64)
  /// Deletes all quizzes, and begins a new one.
  case forgetQuizzes(at: Int64)
  /// Deletes rounds and empty quizzes older than the given age, in ms, and releases free space.
  ///
  /// With nil, none is too old. If the file is too large, the oldest are deleted in any case.
  case tidy(keeping: Int64?, at: Int64)
  /// Stores a paired device.
  case add(Device)
  /// Records that a device has joined at the given time.
  case touch(PublicKey, at: Int64)
  /// Renames a device.
  case rename(PublicKey, DeviceName)
  /// Deletes a device.
  case revoke(PublicKey)
  /// Replaces the contents of the file of settings at the path; the host's file stays as it is.
  case file([UInt8], path: String)
  /// Replaces the contents of the file of settings at the path, unless somebody has edited it by hand.
  case ownFile([UInt8], path: String)
}

extension StoreJob {
  /// Creates the job for a change requested by the engine at the current time.
  init(_ change: HostEngine.Keep) {
    switch change {
    case .round(let round, let players, let age):
      self = .round(round, players: players, armedAt: WallClock.milliseconds() - age.nanoseconds / 1_000_000)
    case .scores(let players): self = .scores(players)
    case .beginQuiz: self = .beginQuiz(at: WallClock.milliseconds())
    case .forgetQuizzes: self = .forgetQuizzes(at: WallClock.milliseconds())
    case .device(let device, let mode, let age):
      self = .add(
        Device(
          key: device.key, name: device.name, role: device.role, preShared: device.preShared, way: mode,
          paired: WallClock.now() - age.nanoseconds / 1_000_000_000))
    case .touch(let key): self = .touch(key, at: WallClock.now())
    case .rename(let key, let name): self = .rename(key, name)
    case .revoke(let key): self = .revoke(key)
    }
  }
}

/// A store that outlives the daemon.
///
/// Only one thread uses it at a time: the opener's thread until the first job, and then the writer's.
protocol JobStore: AnyObject, Sendable {
  /// Returns the current quiz in the store, or a new one that begins at `time`, in ms since 1970.
  ///
  /// - Throws: `StoreError`.
  func resumeQuiz(at time: Int64) throws(StoreError) -> KeptQuiz

  /// Carries out `job`.
  ///
  /// - Throws: `StoreError`: the reason why nothing has changed, or why the file is only partly tidied.
  func perform(_ job: StoreJob) throws(StoreError)

  /// The size of the store in bytes; 0 if unknown.
  var size: UInt64 { get }
}

extension JobStore {
  var size: UInt64 { 0 }
}
