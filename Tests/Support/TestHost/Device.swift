public import Bridge
import Cryptography
import Wire

extension Admission.Device {
  /// Creates a device called `name` with a key of its own.
  public init(called name: String) {
    var random = SystemRandomNumberGenerator()
    self.init(
      key: KeyPair(from: &random).publicKey, name: DeviceName(name), role: .gamepad,
      preShared: Secret { $0[0] = 7 })
  }
}
