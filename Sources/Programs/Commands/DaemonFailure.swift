import Console
import Glibc
import Platform

extension Failure {
  /// Creates the failure of a program that cannot reach the daemon's socket at `path` while doing `context`.
  init(reaching path: String, _ error: SystemError, while context: String) {
    switch error.code {
    case ENOENT:
      self.init(
        "no daemon listens at \(path)", while: context,
        try: "start it with systemctl start tiltpad or tiltpad serve, or name its socket with --socket")
    case ECONNREFUSED:
      self.init(
        "the daemon that listened at \(path) is gone", while: context,
        try: "systemctl status tiltpad says why; systemctl restart tiltpad starts it again")
    case EACCES, EPERM:
      self.init(
        "you may not connect to \(path)", while: context,
        try: "sudo usermod -aG tiltpad YOU, and log in again; or use sudo this once")
    default:
      self.init(
        "cannot connect to \(path): \(error.reason)", while: context, try: "tiltpad doctor")
    }
  }

  /// Creates the failure of a program that lost its daemon at `path` while doing `context`.
  init(goneFrom path: String, while context: String) {
    self.init(
      "the daemon at \(path) is gone", while: context, try: "systemctl status tiltpad says why")
  }

  /// Creates the failure of a program whose daemon at `path` did not answer before the deadline while doing `context`.
  init(silent path: String, while context: String) {
    self.init(
      "the daemon at \(path) does not answer", while: context,
      try: "systemctl status tiltpad, or tiltpad doctor")
  }

  /// Creates the failure of a program that does not understand the status format of the daemon at `path` while doing
  /// `context`.
  init(otherVersionAt path: String, while context: String) {
    self.init(
      "the daemon at \(path) is a different version", while: context,
      try: "sudo systemctl restart tiltpad tiltpad-web, or end the old daemon and start it again")
  }
}
