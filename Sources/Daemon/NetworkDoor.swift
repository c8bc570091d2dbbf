import Model
import Platform

/// The UDP port that controllers come in by.
enum NetworkDoor {
  /// What the service manager calls a socket that it has opened for the daemon (FileDescriptorName=).
  static let name = "network"

  /// The socket at the port of `settings`: `inherited`, which the service manager has opened, or one of our own.
  ///
  /// Where the port cannot be had, `inherited` at another port is the nearest, and without that a socket that hears nobody:
  /// pages play all the same.
  /// - Throws: `SystemError` when the kernel refuses any socket.
  static func open(
    _ settings: DaemonSettings, _ inherited: consuming Descriptor?, _ tell: Daemon.Tell
  ) throws(SystemError) -> DatagramSocket {
    guard let given = adopted(inherited) else { return try own(settings.port, tell) }
    let port = (try? given.localEndpoint().port) ?? 0
    if port == settings.port { return given }
    do throws(SystemError) {
      return try DatagramSocket(bound: Endpoint(address: .any, port: settings.port))
    } catch {
      tell(.portRefused(settings.port, error, instead: port))
      return given
    }
  }

  /// A socket of our own at `port`, or else one that hears nobody.
  private static func own(_ port: UInt16, _ tell: Daemon.Tell) throws(SystemError) -> DatagramSocket {
    do throws(SystemError) {
      return try DatagramSocket(bound: Endpoint(address: .any, port: port))
    } catch {
      tell(.portRefused(port, error, instead: nil))
      return try .deaf()
    }
  }

  /// The socket of `descriptor`; nil when there is none or it is no UDP socket.
  private static func adopted(_ descriptor: consuming Descriptor?) -> DatagramSocket? {
    guard let descriptor else { return nil }
    return try? DatagramSocket(adopting: descriptor)
  }
}
