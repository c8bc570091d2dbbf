import Model
import Platform
import Played
import RateMeter
import TestSupport
import TiltpadClient
import Wire

/// A player who turns a controller like a wheel, moves a stick with every packet, and presses or releases a button ten times a second.
///
/// The right stick's x axis shows the packet's mark, which no filter changes, so the reader of the pads
/// recognises every packet.
final class Player {
  /// The number of different marks of each player; at 250 Hz they repeat after 16 s.
  private static let marks = Int(METER_MARKS) / PlayerSlot.limit

  /// The encryption of the packets.
  var line: Line
  private let number: Int
  private let host: Endpoint
  private let pressLength: Int
  private var socket: DatagramSocket
  private var stream: PacketStream
  private var count = 0
  /// The number of datagrams that the host has sent.
  private(set) var answers = 0

  private var token: UInt32 { UInt32(number + 1) }

  /// Creates player `number`, from 0 on, who sends `rate` packets a second to the daemon at `port` of this machine.
  ///
  /// Each player has an address of its own, as the host limits the handshakes of one address.
  init(_ number: Int, rate: Int, port: UInt16, _ line: Line) throws {
    self.number = number
    self.line = line
    pressLength = max(rate / 10, 1)
    host = Endpoint(address: Address(v4: 0x7f00_0001), port: port)
    let own = Address(v4: 0x7f00_0001 + UInt32(number))
    socket = try DatagramSocket(bound: Endpoint(address: own, port: 0))
    stream = PacketStream(token: UInt32(number + 1))
  }

  /// Receives the host's answers, and sends the next packet.
  func play() {
    let now = Clock.now()
    listen(at: now)
    count += 1
    // The offset keeps the players from pressing all at the same time.
    if (count + 7 * number) % pressLength == 0 { stream.note(.a, isPress: !stream.levels[.a], at: now) }
    let mark = number * Player.marks + count % Player.marks
    let packet = stream.packet(for: state(mark), at: now)
    if !line.isAnswered { acknowledgement(of: packet, token: token)?.withBytes { stream.receive($0) } }
    let datagram = line.wrap(packet, at: now)
    meter_note(UInt32(mark))
    send(datagram)
  }

  /// Receives the host's answers, and sends the packet of the handshake that is due.
  func join() {
    let now = Clock.now()
    listen(at: now)
    if let introduction = line.introduction(at: now) { send(introduction) }
  }

  private func listen(at now: Instant) {
    while case .done(let received) = socket.receive() {
      answers += received
      for index in 0..<received {
        socket.withMutableDatagram(index) { bytes, _ in
          stream.receive(bytes.span)
          line.frames(of: &bytes, for: token, at: now)?.withBytes { stream.receive($0) }
        }
      }
    }
  }

  private func state(_ mark: Int) -> ControllerState {
    let phase = count % 200
    let roll = Angle(raw: Int32(min(phase, 200 - phase) + 20) * 4_000_000)
    let stick = Stick(x: Int16(mark - Int(METER_CENTRE)))
    return ControllerState(
      sampleTime: 0, tilt: Tilt(roll: roll), sticks: ControllerState.Sticks(right: stick))
  }

  private func send<let capacity: Int>(_ datagram: Datagram<capacity>) {
    datagram.withBytes { _ = socket.send($0, to: host) }
  }
}
