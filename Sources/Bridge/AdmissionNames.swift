import Channel
import Cryptography
import Wire

/// The displayed names of controllers: the names at their pairing, unless the host has renamed them.
extension Admission {
  /// Returns the name of `controller`: the name that the controller gives itself counts only until it is paired.
  func name(of controller: HostChannel.Controller) -> DeviceName {
    devices[controller.key]?.name ?? controller.introduction.name
  }

  /// Reports, once for each device, that the device calls itself by another name than the displayed one.
  mutating func noteWish(of controller: HostChannel.Controller) {
    let wish = controller.introduction.name
    guard let name = devices[controller.key]?.name, name.text != wish.text,
      wishers.insert(controller.key).inserted
    else { return }
    news.append(.wishes(controller.key, name, wish))
  }

  /// Adds `device`, or replaces the device of the same key and keeps its name; returns false when the book is full.
  @discardableResult
  mutating func pair(_ device: Device, _ mode: PairingMode) -> Bool {
    guard devices[device.key] != nil || devices.count < Admission.deviceLimit else { return false }
    var device = device
    device.name = devices[device.key]?.name ?? device.name
    devices[device.key] = device
    news.append(.paired(device, mode))
    // With a PIN, pairing stays open, so that a lost answer to the right PIN can be repeated.
    if devices.count == Admission.deviceLimit && mode != .pin { channel.closePairing() }
    return true
  }

  /// Renames the device of `key` to `name`.
  mutating func rename(_ key: PublicKey, to name: DeviceName) {
    devices[key]?.name = name
    wishers.remove(key)
  }

  /// Forgets the device of `key`.
  mutating func forget(_ key: PublicKey) {
    devices[key] = nil
    channel.forget(key)
    wishers.remove(key)
  }
}
