import Console
import Cryptography
import Notation
import Platform
import Store
import Wire

extension Command {
  /// The command `tiltpad devices`, which lists, renames and revokes paired controllers.
  static let devices = Command(
    "devices", "list, rename or revoke the paired controllers",
    operands: "list|rename|revoke [KEY [NAME]]",
    options: [Option("json", "j", "print one JSON object per controller, each on one line")],
    details: """
      tiltpad devices [list]            list all paired controllers
      tiltpad devices rename KEY NAME   rename a controller
      tiltpad devices revoke KEY        forget a controller, which then has to be paired again
      KEY is the beginning of the controller's key in the list, long enough to be unique.
      """,
    run: devicesCommand)
}

private func devicesCommand(_ invocation: Invocation) throws(Failure) -> Int32 {
  let request = try DeviceRequest(invocation.operands, of: invocation.command)
  guard request == .list || !invocation.has("json") else {
    throw .usage("--json works with list only", of: invocation.command)
  }
  let devices = try askDatabase(request.context) { database throws(StoreError) in try database.devices() }
  switch request {
  case .list:
    let lines = invocation.has("json") ? devices.map(\.json.text) : devices.table
    return Stream.output.write(lines.map { $0 + "\n" }.joined()) ? 0 : Failure.Status.failed.rawValue
  case .rename(let digits, let name):
    let device = try devices.device(digits)
    try askDatabase(request.context) { database throws(StoreError) in
      try database.rename(device.key, to: name)
    }
    return announce(
      device, "is now called \(name.text)", LocalOrder(.rename(device.key.bytes, name)))
  case .revoke(let digits):
    let device = try devices.device(digits)
    try askDatabase(request.context) { database throws(StoreError) in try database.revoke(device.key) }
    return announce(device, "is no longer paired", LocalOrder(.revoke(device.key.bytes)))
  }
}

/// Prints `news` about `device`, and gives `order` to a running daemon so that the change takes effect immediately.
///
/// A player with a revoked device is removed immediately.
private func announce(_ device: Device, _ news: String, _ order: LocalOrder) -> Int32 {
  let context = "notifying the daemon"
  if var daemon = try? DaemonClient(to: SocketPath.forConnecting, while: context) {
    _ = try? daemon.order(order, while: context)
  }
  let line = "\(device.label) (\(device.shortFingerprint)) \(news)\n"
  return Stream.output.write(line) ? 0 : Failure.Status.failed.rawValue
}

/// A user's request about the paired devices.
enum DeviceRequest: Hashable {
  case list
  /// A request to rename the device whose fingerprint begins with `digits` to `name`.
  case rename(digits: String, name: DeviceName)
  /// A request to forget the device whose fingerprint begins with `digits`.
  case revoke(digits: String)

  /// Parses the `operands` of `command`.
  ///
  /// - Throws: a usage failure that explains what is wrong.
  init(_ operands: [String], of command: String) throws(Failure) {
    switch (operands.first ?? "list", operands.count) {
    case ("list", 0...1): self = .list
    case ("rename", 3):
      let name = DeviceName(operands[2])
      guard !operands[2].isEmpty, name.text == operands[2] else {
        throw .usage("a name must be 1 to 40 bytes of printable text", of: command)
      }
      self = .rename(digits: try DeviceRequest.digits(operands[1], command), name: name)
    case ("revoke", 2): self = .revoke(digits: try DeviceRequest.digits(operands[1], command))
    case ("rename", _): throw .usage("rename needs a KEY and a NAME", of: command)
    case ("revoke", _): throw .usage("revoke needs a KEY", of: command)
    default:
      throw .usage("\(operands.joined(separator: " ")) is not one of list, rename, revoke", of: command)
    }
  }

  /// The program's current task, for a failure message.
  var context: String {
    switch self {
    case .list: "listing the paired controllers"
    case .rename: "renaming a paired controller"
    case .revoke: "revoking a paired controller"
    }
  }

  private static func digits(_ text: String, _ command: String) throws(Failure) -> String {
    guard !text.isEmpty, text.utf8.count <= 64, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw .usage("KEY \(text) is not hexadecimal digits, as in the list", of: command)
    }
    return text.lowercased()
  }
}
