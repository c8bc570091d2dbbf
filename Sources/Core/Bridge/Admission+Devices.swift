import Channel
public import Cryptography
public import Wire

extension Admission {
  /// A device that is paired with this host.
  public struct Device: Sendable {
    /// The public key, which identifies the device.
    public var key: PublicKey
    /// The displayed name.
    public var name: DeviceName
    /// The role that the device may have.
    public var role: Introduction.Role
    /// The secret that the device and the host share.
    public var preShared: Secret

    /// Creates a paired device.
    public init(key: PublicKey, name: DeviceName, role: Introduction.Role, preShared: Secret) {
      (self.key, self.name, self.role, self.preShared) = (key, name, role, preShared)
    }
  }

  /// The paired devices, and the displayed names of controllers.
  ///
  /// A device is displayed by the name that it had when it was paired, unless the host has renamed it.
  public struct Devices: Sendable {
    /// The maximum number of paired devices.
    public static let limit = 64

    private(set) var byKey: [PublicKey: Device]
    /// The devices whose request for a different name has already been reported.
    private var nameRequesters: Set<PublicKey> = []

    /// Creates the list from `devices`; if several have the same key, the last one counts.
    init(_ devices: [Device]) {
      byKey = Dictionary(devices.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
    }

    /// The number of paired devices, 0 to ``limit``.
    public var count: Int { byKey.count }

    /// True if no further device can be paired.
    public var isFull: Bool { count >= Devices.limit }

    /// Returns the device with `key`; nil when no such device is paired.
    public subscript(key: PublicKey) -> Device? { byKey[key] }

    /// Returns the displayed name of `controller`.
    ///
    /// A name that the controller gives itself counts only until the controller is paired.
    func name(of controller: HostChannel.Controller) -> DeviceName {
      byKey[controller.key]?.name ?? controller.introduction.name
    }

    /// Adds `device`; if a device with the same key is paired, replaces that device but keeps its displayed
    /// name.
    ///
    /// Returns the device as added; nil if the device is new and the list is full.
    mutating func add(_ device: Device) -> Device? {
      guard byKey[device.key] != nil || !isFull else { return nil }
      var device = device
      device.name = byKey[device.key]?.name ?? device.name
      byKey[device.key] = device
      return device
    }

    /// Renames the device with `key` to `name`.
    mutating func rename(_ key: PublicKey, to name: DeviceName) {
      byKey[key]?.name = name
      nameRequesters.remove(key)
    }

    /// Removes the device with `key`.
    mutating func remove(_ key: PublicKey) {
      byKey[key] = nil
      nameRequesters.remove(key)
    }

    /// Returns the news that `controller` asks for another name than the one displayed.
    ///
    /// The result is nil if the controller is not paired, asks for no other name, or was reported before.
    mutating func noteNameRequest(of controller: HostChannel.Controller) -> News? {
      let request = controller.introduction.name
      guard let name = byKey[controller.key]?.name, name.text != request.text,
        nameRequesters.insert(controller.key).inserted
      else { return nil }
      return .asksForName(controller.key, name, request)
    }
  }
}
