import Model
import Wire

@testable import Discovery

/// Host records for these tests.
enum Hosts {
  static let session: UInt64 = 0x8877_6655_4433_2211
  static let key = HostKey(InlineArray { UInt8($0) })

  static func record(
    session: UInt64 = session, key: HostKey? = nil, state: Announcement.State = .open, players: UInt8 = 2
  ) -> HostRecord {
    let announcement = Announcement(
      state: state, pairing: [.code, .pin, .confirm], players: players, limit: 4, session: session,
      name: DeviceName("Living room"))
    return HostRecord(announcement, key: key, port: 28_460)
  }

  static func endpoint(_ last: UInt32, port: UInt16 = 28_460) -> Endpoint {
    Endpoint(address: Address(v4: 0xc0a8_0100 + last), port: port)
  }

  static func service(_ name: String, interface: Int32 = 2) -> AvahiService {
    AvahiService(interface: interface, version: 0, name: name, domain: "local")
  }
}

/// Returns the time at `milliseconds` after the beginning.
func at(_ milliseconds: Int64) -> Instant {
  Instant(nanoseconds: 1_000_000_000_000) + .milliseconds(milliseconds)
}

/// Returns the strings of a TXT record.
func strings(_ txt: [UInt8]) -> [String] {
  var (strings, next): ([String], Int) = ([], 0)
  while next < txt.count {
    let end = next + 1 + Int(txt[next])
    strings.append(String(decoding: txt[(next + 1)..<end], as: UTF8.self))
    next = end
  }
  return strings
}

/// Returns a TXT record of these strings.
func txt(_ strings: [String]) -> [UInt8] {
  strings.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
}
