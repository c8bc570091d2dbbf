import Channel
import Cryptography
import Glibc
import Model
import Wire

// channel-peer host SECRET CONTROLLER-KEY PRE-SHARED         a host that lets one controller in, and echoes its frames
// channel-peer controller SECRET HOST-KEY PRE-SHARED FRAMES  a controller that sends FRAMES when it is let in
//
// Both read datagrams from standard input, one line of hexadecimal digits each, and answer each with a line:
// a verb, and then bytes or a reason. The controller first prints its INIT. The keys are hexadecimal.
// Tests/System/Channel/noise_tests.py is the other side.

/// Returns the bytes that `text` has as hexadecimal digits; an invalid digit ends the program.
func bytes(_ text: String) -> [UInt8] {
  let digits = Array(text)
  return stride(from: 0, to: digits.count - 1, by: 2).map { index in
    guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else { exit(2) }
    return byte
  }
}

/// Returns the hexadecimal digits of `bytes`.
func text(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Returns the hexadecimal digits of a datagram.
func text<let capacity: Int>(_ datagram: Datagram<capacity>) -> String {
  text((0..<datagram.count).map { datagram[$0] })
}

/// Prints a line and flushes it at once.
func say(_ line: String) {
  print(line)
  fflush(nil)
}

/// Runs a host on standard input and output, until the input ends.
func host(_ keys: KeyPair, _ controller: PublicKey, _ preShared: Secret) {
  var channel = HostChannel(
    keys: keys, announcement: Announcement(session: 1, name: DeviceName("peer")))
  var random = SystemRandomNumberGenerator()
  let (endpoint, now) = (Endpoint(address: Address(v4: 1), port: 1), Instant(nanoseconds: 0))
  while let line = readLine() {
    var input = bytes(line)
    var span = input.mutableSpan
    let outcome = channel.receive(&span, from: endpoint, at: now, random: &random) { key, _, said in
      guard key == controller, said.name.text == "noise" else { return .unknown }
      return .welcome(Welcome(limit: 4, session: 1, time: 0), preShared: preShared)
    }
    switch outcome {
    case .reply(let datagram): say("reply \(text(datagram))")
    case .opened(let opened):
      let frames = Array(input[opened.frames])
      var datagram = Datagram<512>()
      _ = channel.seal(frames.span, for: opened.session, at: now, into: &datagram)
      say("opened \(text(frames)) \(text(datagram))")
    case .dropped(let reason): say("dropped \(reason)")
    case .paired: say("paired")
    }
  }
}

/// Runs a controller on standard input and output, until the input ends.
func controller(_ keys: KeyPair, _ host: PublicKey, _ preShared: Secret, _ frames: [UInt8]) {
  let now = Instant(nanoseconds: 0)
  var random = SystemRandomNumberGenerator()
  var channel = ControllerChannel(
    keys: keys, host: host, preShared: preShared,
    introduction: Introduction(
      epoch: 1, capabilities: .tilt, deviceClass: .computer, sampleRate: 125, name: DeviceName("peer")))
  guard channel.begin(at: now, random: &random) else { exit(1) }
  sendDue(&channel, at: now, &random)
  while let line = readLine() {
    var input = bytes(line)
    var span = input.mutableSpan
    switch channel.receive(&span, at: now) {
    case .welcomed:
      var datagram = Datagram<512>()
      _ = channel.seal(frames.span, at: now, into: &datagram)
      say("send \(text(datagram))")
    case .opened(let range, _): say("opened \(text(input[range]))")
    case .asked: sendDue(&channel, at: now, &random)
    case .rejected(let refusal): say("rejected \(refusal)")
    case .dropped(let reason): say("dropped \(reason)")
    }
  }
}

/// Prints the INIT, if the channel has one to send now.
func sendDue(
  _ channel: inout ControllerChannel, at now: Instant, _ random: inout SystemRandomNumberGenerator
) {
  if case .send(let datagram) = channel.advance(to: now, random: &random) { say("send \(text(datagram))") }
}

let arguments = CommandLine.arguments
guard arguments.count >= 5 else { exit(2) }
let keys = KeyPair(secret: Secret(copying: bytes(arguments[2]).span))
let other = PublicKey(copying: bytes(arguments[3]).span)
let preShared = Secret(copying: bytes(arguments[4]).span)
switch (arguments[1], arguments.count) {
case ("host", 5): host(keys, other, preShared)
case ("controller", 6): controller(keys, other, preShared, bytes(arguments[5]))
default: exit(2)
}
