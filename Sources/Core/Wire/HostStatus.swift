public import Model

/// The status of the host as a whole.
public struct HostStatus: Sendable {
  /// The maximum number of players.
  public var limit: UInt8
  /// The number of players.
  public var players: UInt8
  /// True if the pads are kernel devices.
  public var hasKernelPads: Bool
  /// The policy of admission.
  public var policy = AdmissionPolicy.open
  /// The time for which the bridge has been running.
  public var uptime = Interval.zero
  /// The number of reports written to pads.
  public var reports: UInt64 = 0
  /// The dropped datagrams of all senders, by reason.
  public var drops = DropCounts()
  /// The number of datagrams that the kernel dropped before the bridge saw them; wraps at 2³².
  ///
  /// The kernel drops them for their size, their type or lack of room.
  public var dropsInKernel: UInt32 = 0
  /// The UDP port; 0 if there is none or it is not known.
  public var port: UInt16 = 0
  /// The TCP port of the page for phones; 0 if no gateway serves one.
  public var pagePort: UInt16 = 0
  /// The size of the database in bytes; 0 if it is not known.
  public var databaseBytes: UInt64 = 0

  /// Creates the status of a host that has just started.
  public init(limit: UInt8, players: UInt8, hasKernelPads: Bool) {
    (self.limit, self.players, self.hasKernelPads) = (limit, players, hasKernelPads)
  }

  /// Decodes the frames about the host in a HOST message; nil if BRIDGE is not among them.
  init?(parsing bytes: Span<UInt8>) throws(Drop) {
    self.init(limit: 0, players: 0, hasKernelPads: false)
    var (walk, isThere) = (StatusFrameWalk(), false)
    while let (frame, body) = try walk.frame(of: bytes) {
      if frame == .bridge {
        try read(bytes.extracting(body))
        isThere = true
      } else if frame == .drops {
        drops = DropCounts(parsing: bytes.extracting(body))
      } else if frame == .place {
        readPlace(bytes.extracting(body))
      }
    }
    guard isThere else { return nil }
  }

  private mutating func read(_ body: Span<UInt8>) throws(Drop) {
    guard let policy = AdmissionPolicy(rawValue: body[3]) else { throw .reservedNotZero }
    (limit, players, hasKernelPads, self.policy) = (body[0], body[1], body[2] & 1 == 1, policy)
    dropsInKernel = body.u32(at: 4)
    uptime = Interval(nanoseconds: Int64(bitPattern: body.u64(at: 8)))
    reports = body.u64(at: 16)
  }

  private mutating func readPlace(_ body: Span<UInt8>) {
    (port, pagePort, databaseBytes) = (body.u16(at: 0), body.u16(at: 2), body.u64(at: 4))
  }

  /// Appends the message to `datagram`.
  public func write(to datagram: inout LocalDatagram) {
    HostStatus.writeHeader(to: &datagram)
    datagram.append(.bridge) { datagram in
      datagram.append(limit)
      datagram.append(players)
      datagram.append(UInt8(hasKernelPads ? 1 : 0))
      datagram.append(policy.rawValue)
      datagram.append(dropsInKernel)
      datagram.append(uptime.nanoseconds)
      datagram.append(reports)
    }
    datagram.append(.drops) { drops.write(to: &$0) }
    guard port != 0 || pagePort != 0 || databaseBytes != 0 else { return }
    datagram.append(.place) { datagram in
      datagram.append(port)
      datagram.append(pagePort)
      datagram.append(databaseBytes)
    }
  }

  /// Appends the start of a HOST message, before its frames.
  ///
  /// Sent alone, it reports the daemon's version to a program of another version.
  public static func writeHeader(to datagram: inout LocalDatagram) {
    datagram.append(LocalMessageKind.host.rawValue)
    datagram.append(Watch.currentVersion)
  }
}
