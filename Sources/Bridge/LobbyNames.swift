import Channel
import Cryptography
import Wire

/// The names that controllers are shown by: those that they were paired by, unless the host has given them others.
extension Lobby {
  /// The name of `controller`: its own word counts only until it is paired.
  func name(of controller: HostChannel.Controller) -> DeviceName {
    devices[controller.key]?.name ?? controller.introduction.name
  }

  /// Tells once, for each device, that it calls itself otherwise than it is shown.
  mutating func noteWish(of controller: HostChannel.Controller) {
    let wish = controller.introduction.name
    guard let name = devices[controller.key]?.name, name.text != wish.text,
      wishers.insert(controller.key).inserted
    else { return }
    news.append(.wishes(controller.key, name, wish))
  }

  /// Makes `device` known, in the place of the one of the same key, whose name it keeps; false when the book is full.
  @discardableResult
  mutating func pair(_ device: Device, _ mode: PairingMode) -> Bool {
    guard devices[device.key] != nil || devices.count < Lobby.deviceLimit else { return false }
    var device = device
    device.name = devices[device.key]?.name ?? device.name
    devices[device.key] = device
    news.append(.paired(device, mode))
    // Whose PIN was right is told so again when the answer was lost.
    if devices.count == Lobby.deviceLimit && mode != .pin { channel.closePairing() }
    return true
  }

  /// Calls the device of `key` by `name` from now on.
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
