import Model
import Platform
import Wire

/// A screen's ticket for the next phone.
///
/// The web gateway is asked once, when the screen is needed first. It sends another ticket as soon as the phone has come in,
/// and before the ticket ends.
struct Invitation: ~Copyable {
  /// The part of the screen that tells a phone how to come in.
  enum State: Sendable {
    /// The gateway has not been asked, or has not answered yet.
    case none
    /// A phone can come in.
    case open(PhoneEntrance)
    /// No phone can come in, for the reason in this sentence.
    case refused(String)
  }

  /// The longest time that the gateway may take for its first answer.
  private static let patience = Interval.seconds(5)
  /// The time between two tries to reach the gateway, and between two looks at the machine's address.
  private static let pause = Interval.seconds(1)

  /// The part of the screen now.
  private(set) var state = State.none
  /// The time of the next ``advance(to:_:token:)``.
  private(set) var due = Instant.distantFuture
  private let path: String?
  private let address: @Sendable () -> Address
  private var connection: LocalConnection?
  private var answer: TicketAnswer?
  private var shown: Address?
  private var nextLook = Instant(nanoseconds: .min)
  private var nextTry = Instant(nanoseconds: .min)

  /// An invitation from the gateway whose socket is at `path`, to a machine that phones find at `address`.
  init(from path: String, address: @escaping @Sendable () -> Address) {
    (self.path, self.address) = (path, address)
  }

  /// No invitation: nobody is asked.
  init() { (path, address) = (nil, { NetworkInterface.likelyAddress }) }

  /// Notes that the screen is empty at `now`: the gateway is asked if it was not, and the link follows the machine's address.
  mutating func want(at now: Instant) {
    guard path != nil else { return }
    if connection == nil, due == .distantFuture { due = max(now, nextTry) }
    guard nextLook <= now else { return }
    nextLook = now + Invitation.pause
    if answer != nil, address() != shown { open() }
  }

  /// Asks the gateway, or gives it up, if it is time; returns whether the state is another.
  ///
  /// Its answers wake `poller` as `token`.
  mutating func advance(to now: Instant, _ poller: borrowing Poller, token: UInt64) -> Bool {
    guard let path, due <= now else { return false }
    let isSilent = connection != nil
    connection = nil
    guard !isSilent else {
      refuse(Failure(silentGateway: path, while: TicketRequest.context), at: now)
      return true
    }
    do throws(SystemError) {
      let fresh = try LocalConnection(connectingTo: path)
      try poller.add(fresh.descriptor, token: token)
      TicketRequest(isRenewed: true).datagram.withBytes { _ = fresh.send($0) }
      connection = consume fresh
      due = now + Invitation.patience
      return false
    } catch {
      refuse(
        Failure(reachingGateway: path, error, while: TicketRequest.context, option: "tickets"), at: now)
      return true
    }
  }

  /// Hears what the gateway has said.
  mutating func receive(at now: Instant) {
    var buffer = InlineArray<64, UInt8>(repeating: 0)
    while let transfer = connection?.receive(into: &buffer) {
      switch transfer {
      case .wouldBlock: return
      case .done(let count) where count > 0:
        let bytes = buffer.span.extracting(first: min(count, buffer.count))
        if let answer = try? TicketAnswer(parsing: bytes) { apply(answer, at: now) }
      case .done, .failed:
        // The code stays until the next try: a gateway that starts again knows its tickets.
        connection = nil
        due = now + Invitation.pause
      }
    }
  }

  private mutating func apply(_ answer: TicketAnswer, at now: Instant) {
    guard answer.ticket != nil else {
      // The gateway sends a ticket as soon as there is one.
      return refuse(Failure(tooManyTicketsWhile: TicketRequest.context), at: now)
    }
    self.answer = answer
    due = now + .seconds(Int64(answer.seconds))
    open()
  }

  private mutating func open() {
    let present = address()
    shown = present
    if let entrance = answer.flatMap({ PhoneEntrance($0, at: present) }) { state = .open(entrance) }
  }

  private mutating func refuse(_ failure: Failure, at now: Instant) {
    answer = nil
    (due, nextTry) = (.distantFuture, now + Invitation.pause)
    state = .refused("Phones cannot join from here: \(failure.what). Try this: \(failure.remedy).")
  }
}
