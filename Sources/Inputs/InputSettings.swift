public import Model
public import WebSocket

/// The settings of one input, as the configuration's section `[input NAME]` gives them.
public struct InputSettings: Sendable {
  /// The protocol.
  public private(set) var dialect: Dialect
  /// The first port to listen at.
  public var port: UInt16
  /// The networks whose controllers are heard.
  public var allowed = AddressRange.loopback
  /// The servers that are asked for their controllers, by protocols whose controllers do not come by themselves.
  public var servers: [Endpoint] = []
  /// True if a person has to accept each new controller.
  public var isConfirmed = true
  /// True if the port may be announced on the LAN.
  public var isAnnounced = true
  /// The way in which the controllers are held.
  public var orientation = Orientation.normal
  /// The silence after which everything is released.
  public var silence: Interval

  /// Creates the usual settings for `dialect`: only this machine's own controllers, each confirmed by a person.
  public init(_ dialect: Dialect) {
    (self.dialect, port, silence) = (dialect, dialect.port, dialect.silence)
  }

  /// Creates the settings that `words` write: the name of a protocol, then `key=value` for each setting that is not as usual.
  ///
  /// - Throws: the word that is not understood.
  public init(_ words: String) throws(UnknownWord) {
    guard let dialect = Dialect.named(UnknownWord.first(of: words)) else {
      throw UnknownWord(word: UnknownWord.first(of: words))
    }
    self.init(dialect)
    try UnknownWord.walk(words) { set($0, $1) }
  }

  private mutating func set(_ key: String, _ text: String) -> Bool {
    switch key {
    case "servers": assign(Endpoint.list(text, port: dialect.port), to: &servers)
    case "port": assign(UInt16(text).flatMap { $0 > 0 ? $0 : nil }, to: &port)
    case "allow": assign(AddressRange.list(text), to: &allowed)
    case "confirm": assign(["yes": true, "no": false][text], to: &isConfirmed)
    case "announce": assign(["yes": true, "no": false][text], to: &isAnnounced)
    case "orientation": assign(Orientation(rawValue: text), to: &orientation)
    case "silence": assign(UInt16(text).map { .seconds(Int64($0)) }, to: &silence)
    default: assign(dialect.adopt(key, text), to: &dialect)
    }
  }
}

/// Stores `value` unless it is nil; returns whether it was stored.
func assign<Value>(_ value: Value?, to place: inout Value) -> Bool {
  guard let value else { return false }
  place = value
  return true
}

/// A word of settings that is not understood.
public struct UnknownWord: Error {
  /// The word.
  public var word: String

  /// Returns the first of `words`.
  static func first(of words: String) -> String {
    words.split(separator: " ").first.map(String.init) ?? ""
  }

  /// Passes key and value of each of `words` behind the first to `set`, which returns whether it understands them.
  static func walk(_ words: String, _ set: (String, String) -> Bool) throws(UnknownWord) {
    for word in words.split(separator: " ").dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, set(parts[0], parts[1]) else { throw UnknownWord(word: String(word)) }
    }
  }
}

extension AddressRange {
  /// The addresses of this machine itself (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
  static let loopback = ["127.0.0.0/8", "::1"].compactMap { AddressRange(text: $0) }

  /// True if all addresses of the block are of this machine itself.
  var isLoopback: Bool {
    AddressRange.loopback.contains { $0.contains(base) && $0.length <= length }
  }
}

extension InputSettings {
  /// True if only controllers of this machine are heard, so that the port can be closed to all others.
  public var isLocal: Bool { dialect.calls.isEmpty && allowed.allSatisfy(\.isLoopback) }

  /// True if controllers do not come by themselves: the servers of the configuration are asked for them.
  private var isAsked: Bool { !dialect.calls.isEmpty || !paths.isEmpty }

  /// The TCP port that is listened at; nil for none.
  public var streamPort: UInt16? {
    switch dialect.stream {
    case .served, .fetched: port
    case .called, nil: nil
    }
  }

  /// The files that are fetched from the TCP port; nil where that is for playing.
  public var files: FileShelf? { if case .fetched(let files) = dialect.stream { files } else { nil } }

  /// The announcement of the port on the LAN; nil for none, and for a port of this machine only.
  public var announcement: Dialect.Announcement? { isAnnounced && !isLocal ? dialect.announcement : nil }

  /// The paths of the WebSockets that servers are asked for, one after the other; empty for a protocol without WebSocket servers.
  public var paths: [String] { if case .called(let paths) = dialect.stream { paths } else { [] } }

  /// The local UDP ports that are listened at; for controllers that are asked, any one port.
  public var ports: [UInt16] { dialect.calls.isEmpty ? (0..<dialect.ports).map { port &+ $0 } : [0] }

  /// Returns the number of the first controller of the server at `endpoint` among those at its address; 0 for all that come by themselves.
  func firstDevice(at endpoint: Endpoint) -> UInt8 {
    let servers = servers.filter { $0.address == endpoint.address }
    return servers.firstIndex(of: endpoint).map { UInt8(truncatingIfNeeded: $0) &* dialect.devices } ?? 0
  }

  /// Returns whether what comes from `endpoint` is heard: from servers what they are asked for, and from no others of their machine.
  public func hears(_ endpoint: Endpoint) -> Bool {
    guard !isAsked else {
      return servers.contains { $0.address == endpoint.address && $0.port == endpoint.port }
    }
    return allowed.contains { $0.contains(endpoint.address) }
  }
}

extension Endpoint {
  /// Returns the places that `text` lists, separated by commas, each an address and a port after a colon, or else `port`; nil when a
  /// word is none.
  static func list(_ text: String, port: UInt16) -> [Endpoint]? {
    let words = text.split(separator: ",").map(String.init)
    let places = words.compactMap { word -> Endpoint? in
      guard let place = HostAndPort(word, defaultPort: port), let address = Address(place.host) else {
        return nil
      }
      return Endpoint(address: address, port: place.port)
    }
    return places.count == words.count && !places.isEmpty ? places : nil
  }
}
