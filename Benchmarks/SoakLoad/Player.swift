import Cryptography
import Model
import Platform
import Played
import SoakPads
import TiltpadClient
import Wire

/// A player of a soak test, who comes and goes, turns a controller like a wheel, and presses or releases a button ten
/// times a second.
///
/// The right stick's x axis and the right trigger are the packet's mark, which the reader of the pads recognises.
final class Player {
  /// The number of packets between two edges: a tenth of a second.
  private static let pressLength = 25
  /// The time from the player's arrival until the pad follows every packet, because a new pad is kept still
  /// for a second.
  private static let settling = Interval.seconds(2)
  /// The wait for the host's acknowledgement of the last edges before the goodbye.
  private static let parting = Interval.milliseconds(300)
  /// The time over which goodbyes are sent, because any of them can be lost.
  private static let farewell = Interval.milliseconds(200)
  private static let lastMark = Int(SOAK_MARKS)

  private enum Phase {
    case away
    case playing(since: Instant)
    case parting(since: Instant)
    case leaving(since: Instant)
  }

  private let number: Int
  private let host: Endpoint
  private let keys: (own: KeyPair, host: PublicKey)?
  private var socket: DatagramSocket
  private var stream = PacketStream(token: 0)
  private var line = Line(isAnswered: true)
  private var phase = Phase.away
  private var arrivals: UInt32 = 0
  private var count = 0
  private var felt = 0
  /// The counts of the player's packets, presses and other events so far.
  private(set) var sums = Sums()

  /// The counts of one player since the beginning.
  struct Sums {
    /// The packets with samples.
    var packets = 0
    /// The packets whose mark the pad has to show.
    var noted = 0
    /// The presses that the pad has to show.
    var presses = 0
    /// The presses of a quiz.
    var buzzes = 0
    /// The edges in streams that have ended.
    var edges = 0
    /// The acknowledged edges in streams that have ended.
    var acknowledged = 0
    /// The changes of the motors that have arrived.
    var feedbacks = 0
    var rekeys = 0
    var joins = 0
  }

  /// Creates player `number`, from 0 on, who encrypts with `keys` if there are any.
  init(_ number: Int, port: UInt16, keys: (own: KeyPair, host: PublicKey)?) throws {
    self.number = number
    self.keys = keys
    host = Endpoint(address: Address(v4: 0x7f00_0001), port: port)
    // The host limits the handshakes of one address.
    socket = try DatagramSocket(bound: Endpoint(address: Address(v4: 0x7f00_0001 + UInt32(number)), port: 0))
  }

  /// True if the player has left.
  var isAway: Bool { if case .away = phase { true } else { false } }

  /// The edges of the present stream that the host has not acknowledged.
  var unacknowledged: Int { stream.unacknowledged }

  /// Lets the player join, each time as a new controller unless the packets are encrypted.
  func join() {
    guard isAway else { return }
    let now = Clock.now()
    arrivals += 1
    stream = PacketStream(token: arrivals << 8 | UInt32(number + 1))
    line = Line(isAnswered: true)
    if let keys { line.connect(by: keys.own, to: keys.host, at: now) }
    felt = 0
    sums.joins += 1
    phase = .playing(since: now)
  }

  /// Lets the player leave: the next steps release the button, wait for ``parting``, and say goodbye.
  func leave() {
    if case .playing = phase { phase = .parting(since: Clock.now()) }
  }

  /// Makes the present tilt the centre.
  func recentre() {
    if case .playing = phase { stream.send(.recentre) }
  }

  /// Gives the session new keys.
  func rekey() {
    guard case .playing = phase, keys != nil, line.isWelcome else { return }
    line.rekey(at: Clock.now())
    sums.rekeys += 1
  }

  /// Receives the host's answers, and sends what is due at this sample; `play` determines what the buttons do.
  func step(_ play: Play) {
    let now = Clock.now()
    switch phase {
    case .away: return
    case .playing(let start): playOn(since: start, play, at: now)
    case .parting(let start):
      release(at: now)
      sendSample(isNoted: false, at: now)
      if now - start > Player.parting { sayGoodbye(at: now) }
    case .leaving(let start):
      sendSample(isNoted: false, at: now)
      if now - start > Player.farewell { end() }
    }
    listen(at: now)
  }

  private func playOn(since start: Instant, _ play: Play, at now: Instant) {
    if let introduction = line.introduction(at: now) { send(introduction) }
    guard keys == nil || line.isWelcome else { return }
    let isSettled = now - start > Player.settling
    if isSettled && play != .rest { press(play, at: now) } else { release(at: now) }
    sendSample(isNoted: isSettled && play == .game, at: now)
  }

  private func press(_ play: Play, at now: Instant) {
    // The offset keeps the players from pressing all at the same time.
    guard (count + 7 * number) % Player.pressLength == 0 else { return }
    let isPress = !stream.levels[.a]
    stream.note(.a, isPress: isPress, at: now)
    guard isPress else { return }
    if play == .game { sums.presses += 1 } else { sums.buzzes += 1 }
  }

  private func release(at now: Instant) {
    if stream.levels[.a] { stream.note(.a, isPress: false, at: now) }
  }

  private func sayGoodbye(at now: Instant) {
    stream.send(.bye)
    phase = .leaving(since: now)
  }

  private func end() {
    sums.edges += stream.noted
    sums.acknowledged += stream.acknowledged
    phase = .away
  }

  private func sendSample(isNoted: Bool, at now: Instant) {
    count += 1
    let mark = count % (Player.lastMark - 1) + 1
    let datagram = line.wrap(stream.packet(for: state(mark), at: now), at: now)
    sums.packets += 1
    if isNoted {
      sums.noted += 1
      soak_note(Int32(number), Int32(mark))
    }
    send(datagram)
  }

  private func state(_ mark: Int) -> ControllerState {
    let phase = count % 200
    let roll = Angle(raw: Int32(min(phase, 200 - phase) + 20) * 4_000_000)
    let stick = Stick(x: soak_axis(Int32(number), Int32(mark)))
    return ControllerState(
      sampleTime: 0, tilt: Tilt(roll: roll), sticks: ControllerState.Sticks(right: stick),
      rightTrigger: UInt8(truncatingIfNeeded: mark))
  }

  private func listen(at now: Instant) {
    while case .done(let received) = socket.receive() {
      for index in 0..<received {
        socket.withMutableDatagram(index) { bytes, _ in
          stream.receive(bytes.span)
          line.frames(of: &bytes, for: arrivals << 8 | UInt32(number + 1), at: now)?.withBytes {
            stream.receive($0)
          }
        }
      }
    }
    sums.feedbacks += stream.feedbackCount - felt
    felt = stream.feedbackCount
  }

  private func send<let capacity: Int>(_ datagram: Datagram<capacity>) {
    datagram.withBytes { _ = socket.send($0, to: host) }
  }
}

/// The use of the buttons.
enum Play: String {
  /// The players do not press.
  case rest
  /// The players press, and their pads have to show it.
  case game
  /// The players press in the rounds of a quiz.
  case quiz
}
