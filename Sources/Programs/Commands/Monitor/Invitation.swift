import Console
import Local
import Model
import Platform
import Wire

/// A screen's ticket for the next phone.
///
/// The web gateway is asked when the screen first needs a ticket, and again after a failure. It sends another
/// ticket as soon as a phone has joined, and before a ticket expires.
struct Invitation: ~Copyable {
  /// The part of the screen with instructions for joining with a phone.
  enum State: Sendable {
    /// The gateway has not been asked, or has not answered.
    case none
    /// A phone can join.
    case open(PhoneEntrance)
    /// No phone can join, for the reason in this sentence.
    case refused(String)
  }

  /// The maximum time for the gateway's first answer.
  private static let patience = Interval.seconds(5)
  /// The time between two attempts to reach the gateway, and between two checks of the machine's address.
  private static let pause = Interval.seconds(1)

  /// The current state.
  private(set) var state = State.none
  /// The time at which ``advance(to:_:token:)`` is due.
  private(set) var due = Instant.distantFuture
  private let entrance: @Sendable (TicketAnswer) -> PhoneEntrance?
  private let hasGateway: Bool
  private var gateway: LocalClient
  private var answer: TicketAnswer?
  private var shown: String?
  private var nextLook = Instant(nanoseconds: .min)
  private var nextTry = Instant(nanoseconds: .min)

  /// Creates an invitation from the gateway whose socket is at `path`; `entrance` turns its answers into links.
  init(from path: String, entrance: @escaping @Sendable (TicketAnswer) -> PhoneEntrance?) {
    (hasGateway, self.entrance) = (true, entrance)
    gateway = LocalClient(of: path)
  }

  /// Creates an invitation that asks no gateway.
  init() {
    hasGateway = false
    entrance = { PhoneEntrance($0) }
    gateway = LocalClient(of: "")
  }

  /// Records that the screen is empty at `now`.
  ///
  /// Without a connection to the gateway, ``advance(to:_:token:)`` becomes due at once or, after a failure,
  /// after a pause. The link is adapted to the machine's current address.
  mutating func want(at now: Instant) {
    guard hasGateway else { return }
    if !gateway.isOpen, due == .distantFuture { due = max(now, nextTry) }
    guard nextLook <= now else { return }
    nextLook = now + Invitation.pause
    if let answer { open(answer) }
  }

  /// Asks the gateway for a ticket, or gives the gateway up; returns whether the state has changed.
  ///
  /// The gateway is given up if its first answer does not come in time, or if no new ticket comes before the
  /// present one expires. Its answers wake `poller` with `token`.
  mutating func advance(to now: Instant, _ poller: borrowing Poller, token: UInt64) -> Bool {
    guard hasGateway, due <= now else { return false }
    guard !gateway.isOpen else {
      gateway.close()
      refuse(Failure(silentGateway: gateway.path, while: TicketRequest.context), at: now)
      return true
    }
    do throws(SystemError) {
      try gateway.open(in: poller, token: token)
      gateway.send(TicketRequest(isRenewed: true).datagram)
      due = now + Invitation.patience
      return false
    } catch {
      refuse(
        Failure(reachingGateway: gateway.path, error, while: TicketRequest.context, option: "tickets"),
        at: now)
      return true
    }
  }

  /// Receives answers from the gateway.
  mutating func receive(at now: Instant) {
    var buffer = InlineArray<512, UInt8>(repeating: 0)
    while let count = gateway.receive(into: &buffer) {
      guard count > 0 else {
        // The code stays until the next try: a restarted gateway still has its tickets.
        due = now + Invitation.pause
        return
      }
      if let answer = try? TicketAnswer(parsing: buffer.span.extracting(first: count)) {
        apply(answer, at: now)
      }
    }
  }

  private mutating func apply(_ answer: TicketAnswer, at now: Instant) {
    guard answer.ticket != nil else {
      // The gateway sends a ticket as soon as one is free.
      return refuse(Failure(tooManyTicketsWhile: TicketRequest.context), at: now)
    }
    self.answer = answer
    due = now + .seconds(Int64(answer.seconds))
    open(answer)
  }

  private mutating func open(_ answer: TicketAnswer) {
    guard let entrance = entrance(answer), entrance.link != shown else { return }
    shown = entrance.link
    state = .open(entrance)
  }

  private mutating func refuse(_ failure: Failure, at now: Instant) {
    (answer, shown) = (nil, nil)
    (due, nextTry) = (.distantFuture, now + Invitation.pause)
    state = .refused("Phones cannot join from here: \(failure.what). Try this: \(failure.remedy).")
  }
}
