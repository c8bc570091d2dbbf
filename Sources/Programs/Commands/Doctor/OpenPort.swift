/// A port of this machine, in the notation of firewalls.
struct OpenPort: Hashable {
  var number: UInt16
  /// The protocol: `tcp` or `udp`.
  var kind: String

  var text: String { "\(number)/\(kind)" }
}

extension [OpenPort] {
  /// The ports as part of a sentence, such as `1/tcp, 2/udp and 3/udp`.
  var text: String {
    let others = dropLast().map(\.text).joined(separator: ", ")
    return (others.isEmpty ? "" : "\(others) and ") + (last?.text ?? "")
  }
}
