import Guards
public import Model
import Settings
public import Wire

/// The messages between the sources and the daemon, which assigns slots and passes on the users' decisions.
extension Sources {
  /// The pauses before the daemon is asked for a slot again: after a refusal, while the host is locked, and
  /// after a player's removal.
  private static let rest = (
    usual: Interval.milliseconds(500), locked: Interval.seconds(5), removed: Interval.seconds(60)
  )

  /// Records that the daemon is present, and announces to it the controllers that wait for the user.
  public mutating func findDaemon() {
    isDaemonThere = true
    for source in all.indices { announce(source) }
  }

  /// Records that the daemon is away; no controller has a slot any longer.
  public mutating func loseDaemon() {
    isDaemonThere = false
    for source in all.indices { all[source].slot = nil }
  }

  /// Handles the daemon's message in `bytes`.
  public mutating func receive(_ packet: GatewayPacket, in bytes: Span<UInt8>, at now: Instant) {
    switch packet {
    case .frames(let header):
      guard let source = self.index(of: header.controller) else { return }
      if let feedback = all[source].receive(bytes, from: GatewayHeader.size, at: now) {
        show(feedback, at: source, now)
      }
    case .seat(let notice): apply(notice, at: now)
    case .verdict(let verdict): apply(verdict, at: now)
    case .site, .answer: break
    }
  }

  mutating func announce(_ source: Int) {
    switch all[source].phase {
    case .waits: tell(.waits, of: source)
    case .plays: if all[source].slot != nil { tell(.plays, of: source) }
    }
  }

  mutating func tell(_ state: GuestState, of source: Int) {
    guard isDaemonThere else { return }
    let name = all[source].name(inputs[all[source].input].dialect.title)
    actions.append(.send(.guest(controller: all[source].number, state, name)))
  }

  mutating func send(_ source: Int, at now: Instant) {
    guard isDaemonThere else { return }
    let (header, frames) = all[source].packet(held: inputs[all[source].input].settings.orientation, at: now)
    actions.append(.frames(header, frames))
  }

  private mutating func apply(_ verdict: Verdict, at now: Instant) {
    guard let source = index(of: verdict.controller), all[source].phase == .waits else { return }
    answers[all[source].key] = verdict.isAccepted
    actions.append(.keepAnswers)
    guard verdict.isAccepted else { return remove(source, at: now) }
    answers.keep(verdict.controller, of: all[source].key)
    all[source].phase = .plays
    seatings &+= 1
    table.advance(verdict.controller, to: .plays)
    tell(.gone, of: source)
  }

  /// Applies the daemon's decision on a slot.
  ///
  /// A refused slot is requested again later. A removed controller has to ask the user again, if its input
  /// requires that; otherwise it gets no slot for a minute.
  private mutating func apply(_ notice: SeatNotice, at now: Instant) {
    guard let source = index(of: notice.controller) else {
      // The controller was removed while it was away, and another has taken its place here.
      guard notice.refusal == .deniedByHost, let key = answers[notice.controller] else { return }
      answers[key] = nil
      return actions.append(.keepAnswers)
    }
    all[source].slot = notice.slot
    if notice.slot != nil { keep(notice.controller, of: all[source].key) }
    switch notice.refusal {
    case .none: announce(source)
    case .timeout: break
    case .deniedByHost: removePlayer(source, at: now)
    case .locked: all[source].rests = now + Sources.rest.locked
    default: all[source].rests = now + Sources.rest.usual
    }
  }

  private mutating func removePlayer(_ source: Int, at now: Instant) {
    all[source].rests = now + Sources.rest.removed
    guard inputs[all[source].input].settings.isConfirmed else { return tell(.gone, of: source) }
    answers[all[source].key] = nil
    actions.append(.keepAnswers)
    remove(source, at: now)
  }
}
