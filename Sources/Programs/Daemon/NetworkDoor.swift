import Model
import Platform

/// The UDP socket for controllers.
enum NetworkDoor {
  /// The service manager's name for the daemon's socket (FileDescriptorName=).
  static let name = "network"

  /// Returns the socket on the configured port: `inherited`, opened by the service manager, or a new one.
  ///
  /// If the port is not available, it returns `inherited` on another port, or else a socket that receives nothing, so
  /// that pages can still play.
  ///
  /// - Throws: `SystemError` if the kernel refuses every socket.
  static func open(
    _ settings: DaemonSettings, _ inherited: consuming Descriptor?, _ tell: DaemonEvent.Tell
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

  /// Returns a new socket on `port`, or else a socket that receives nothing.
  private static func own(_ port: UInt16, _ tell: DaemonEvent.Tell) throws(SystemError) -> DatagramSocket {
    do throws(SystemError) {
      return try DatagramSocket(bound: Endpoint(address: .any, port: port))
    } catch {
      tell(.portRefused(port, error, instead: nil))
      return try .deaf()
    }
  }

  /// Returns the socket of `descriptor`; nil if there is none, or if it is not a UDP socket.
  private static func adopted(_ descriptor: consuming Descriptor?) -> DatagramSocket? {
    guard let descriptor else { return nil }
    return try? DatagramSocket(adopting: descriptor)
  }
}
