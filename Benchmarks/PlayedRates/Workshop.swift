import Cryptography
import Platform
import Played
import RateMeter

/// The files of a measurement: the FIFO in place of /dev/uinput, and the database with the keys of all players.
final class Workshop {
  /// The players' keys.
  let players: [KeyPair]
  /// The host's public key.
  let host: PublicKey
  private let options: Options

  private var path: String { options.folder }

  /// The path of the FIFO that every pad writes to.
  var pads: String { "\(path)/pads" }

  /// Pairs sixteen controllers with the host, and starts the reader of the pads.
  init(_ options: Options) throws {
    self.options = options
    let path = options.folder
    let paired = try PairedHost(in: path, players: 16)
    (host, players) = (paired.key, paired.players)
    try FileContents.write([], to: "\(path)/empty.conf")
    let result = unsafe meter_open("\(path)/pads")
    guard result == 0 else { throw Trouble.kernel("making a FIFO", code: -result) }
  }

  /// Starts the daemon of `side`.
  func start(_ side: Side, for setting: Setting) throws -> Server {
    let words =
      switch side {
      case .bare:
        ["\(options.programs)/bare-daemon", pads, "\(Side.reportSize)"]
          + (setting.isEncrypted ? ["open"] : [])
      case .tiltpad:
        [
          "/usr/bin/env", "LD_PRELOAD=\(path)/pads.so", "TILTPAD_PADS=\(pads)",
          "STATE_DIRECTORY=\(path)/state",
          "\(options.programs)/tiltpad", "serve", "--config", "\(path)/empty.conf", "--pads", "uinput",
          "--web", "no", "--port", "0", "--players", "16", "--allow-plain", "127.0.0.0/8",
          "--socket", "\(path)/bridge.sock",
        ]
      }
    return try Server(words, log: "\(path)/log")
  }
}

/// The two daemons that are compared.
enum Side: Int, CaseIterable {
  /// The bare loop in C.
  case bare
  /// The release program.
  case tiltpad

  /// The size of the bare daemon's reports, in bytes: two axes and SYN_REPORT, as Tiltpad's.
  static let reportSize = 72

  /// The name, as tables show it.
  var name: String { self == .bare ? "bare" : "Tiltpad" }
}

/// The reasons for which a measurement ends early.
enum Trouble: Error {
  /// A daemon has not started; the text is its log.
  case silent(String)
  /// A daemon moves no pad, or the host admits no player.
  case idle(String)
  /// The kernel refused `what` with errno `code`.
  case kernel(_ what: String, code: Int32)
}
