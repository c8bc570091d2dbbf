import Model
import Wire

/// The metrics; tiltpad-status(1) describes them.
extension Metric {
  /// All metrics, in the order in which they are printed.
  static let all =
    [
      Metric(name: "tiltpad_build_info", help: "The version of Tiltpad; always 1.", kind: .gauge) { _ in
        [Sample(labels: [Label("version", Tiltpad.version)], value: 1)]
      },
      Metric(name: "tiltpad_up", help: "1 if the daemon answers, 0 if not.", kind: .gauge) {
        [Sample(value: $0 == nil ? 0 : 1)]
      },
      host("tiltpad_uptime_seconds", "The time since the daemon started.", .gauge) { $0.uptime.seconds },
      host("tiltpad_players_limit", "The most players.", .gauge) { Double($0.limit) },
      many("tiltpad_players", "The connected players by transport.", .gauge) { overview in
        GatewayHeader.Transport.allCases.map { transport in
          let players = overview.snapshot.players.filter { $0.isConnected && $0.transport == transport }
          return Sample(labels: [Label("transport", transport.name)], value: Double(players.count))
        }
      },
      one("tiltpad_players_away", "The slots whose players are away.", .gauge) { overview in
        Double(overview.snapshot.players.count { !$0.isConnected })
      },
      one("tiltpad_waiting", "The controllers and pages that wait for a slot.", .gauge) {
        Double($0.waitingCount)
      },
      host("tiltpad_reports_total", "The reports written to pads.", .counter) { Double($0.reports) },
      many("tiltpad_drops_total", "The dropped datagrams of all senders by reason.", .counter) { overview in
        Drop.allCases.map { drop in
          Sample(labels: [Label("reason", drop.label)], value: Double(overview.snapshot.host.drops[drop]))
        }
      },
      host("tiltpad_kernel_drops_total", "The datagrams that the kernel has dropped.", .counter) {
        Double($0.dropsInKernel)
      },
      many("tiltpad_database_bytes", "The size of the database.", .gauge) { overview in
        let size = overview.snapshot.host.databaseBytes
        return size == 0 ? [] : [Sample(value: Double(size))]
      },
    ] + players + gateway

  private static let players = [
    many("tiltpad_packets_total", "The packets of a player by outcome.", .counter) { overview in
      overview.snapshot.players.flatMap(\.packetSamples)
    },
    player("tiltpad_edges_total", "The accepted presses and releases.", .counter) { Double($0.counts.edges) },
    player("tiltpad_edges_recovered_total", "The edges whose first packet was lost.", .counter) {
      Double($0.counts.recovered)
    },
    player("tiltpad_edges_skipped_total", "The edges that were lost, or came too late.", .counter) {
      Double($0.counts.skipped)
    },
    player("tiltpad_edges_hurried_total", "The edges shown for less than the minimum time.", .counter) {
      Double($0.counts.hurried)
    },
    player("tiltpad_jitter_seconds", "The deviation of the packets' transit time (RFC 3550).", .gauge) {
      $0.jitter.seconds
    },
    player("tiltpad_silence_seconds", "The time since the newest packet.", .gauge) { $0.silence.seconds },
    many("tiltpad_network_delay_seconds", "The delays in the network, over the quickest packets.", .histogram)
    {
      $0.snapshot.players.flatMap { $0.histogram($0.delays, first: DelayCounts.network) }
    },
    many("tiltpad_handling_seconds", "The times from arrival to the end of the write.", .histogram) {
      $0.snapshot.players.flatMap { $0.histogram($0.handling, first: DelayCounts.machine) }
    },
  ]

  private static let gateway = [
    one("tiltpad_gateway_up", "1 if the web gateway answers, 0 if not.", .gauge) {
      $0.gateway == nil ? 0 : 1
    },
    many("tiltpad_gateway_pages", "The connected pages by transport.", .gauge) { overview in
      zip(GatewayStatus.transports, overview.gateway?.pages ?? []).map { transport, count in
        Sample(labels: [Label("transport", transport.name)], value: Double(count))
      }
    },
    many("tiltpad_gateway_dashboards", "The open dashboards.", .gauge) { overview in
      overview.gateway.map { [Sample(value: Double($0.dashboards))] } ?? []
    },
    many("tiltpad_gateway_overlays", "The open overlays.", .gauge) { overview in
      overview.gateway.map { [Sample(value: Double($0.overlays))] } ?? []
    },
    many("tiltpad_gateway_refused_total", "What the gateway has refused, by kind.", .counter) { overview in
      overview.gateway?.refused.map { Sample(labels: [Label("kind", $0.name)], value: Double($0.count)) }
        ?? []
    },
  ]
}

/// Functions that create families of common shapes.
extension Metric {
  /// Creates a family whose samples are available only while a daemon is running.
  private static func many(
    _ name: String, _ help: String, _ kind: Kind, _ samples: @escaping @Sendable (Overview) -> [Sample]
  ) -> Metric {
    Metric(name: name, help: help, kind: kind) { $0.map(samples) ?? [] }
  }

  /// Creates a family with one value.
  private static func one(
    _ name: String, _ help: String, _ kind: Kind, _ value: @escaping @Sendable (Overview) -> Double
  ) -> Metric {
    many(name, help, kind) { [Sample(value: value($0))] }
  }

  /// Creates a family with one value from the host's status.
  private static func host(
    _ name: String, _ help: String, _ kind: Kind, _ value: @escaping @Sendable (HostStatus) -> Double
  ) -> Metric {
    one(name, help, kind) { value($0.snapshot.host) }
  }

  /// Creates a family with one value for each player.
  private static func player(
    _ name: String, _ help: String, _ kind: Kind, _ value: @escaping @Sendable (PlayerStatus) -> Double
  ) -> Metric {
    many(name, help, kind) { overview in
      overview.snapshot.players.map { Sample(labels: [$0.slotLabel], value: value($0)) }
    }
  }
}

extension PlayerStatus {
  /// The label that distinguishes players.
  fileprivate var slotLabel: Metric.Label { Metric.Label("slot", "\(slot.number)") }

  /// The packets by outcome.
  ///
  /// Late packets were missing before. So those that were lost are the missing ones without the late ones; their
  /// number falls with each late packet, which a counter may not.
  fileprivate var packetSamples: [Metric.Sample] {
    let outcomes = [
      ("accepted", counts.received - min(counts.late, counts.received)), ("late", counts.late),
      ("missing", counts.lost + counts.late), ("dropped", drops.total),
    ]
    return outcomes.map { outcome, count in
      Metric.Sample(labels: [slotLabel, Metric.Label("outcome", outcome)], value: Double(count))
    }
  }

  /// Returns the samples of a histogram of the delays in `counts`; their sum is unknown.
  ///
  /// The first bin ends at `first`.
  fileprivate func histogram(_ counts: DelayCounts, first: Interval) -> [Metric.Sample] {
    var (samples, total) = ([Metric.Sample](), 0.0)
    for bin in 0..<DelayCounts.count {
      total += Double(counts[bin])
      let isLast = bin == DelayCounts.count - 1
      let limit = isLast ? "+Inf" : "\(Interval(nanoseconds: first.nanoseconds << Int64(bin)).seconds)"
      samples.append(
        Metric.Sample(suffix: "_bucket", labels: [slotLabel, Metric.Label("le", limit)], value: total))
    }
    return samples + [Metric.Sample(suffix: "_count", labels: [slotLabel], value: total)]
  }
}
