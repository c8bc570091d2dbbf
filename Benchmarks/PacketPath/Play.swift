import Glibc
import Model
import Platform

/// Plays sixteen controllers at 250 Hz for `duration` in real time, to the daemon at `port` of this machine,
/// and ends the program.
func play(to port: UInt16, for duration: Interval) throws {
  let players = PlayerSlot.limit
  let controllers = try (1...UInt32(players)).map { try Controller(token: $0, .state, port: port) }
  let spacing = 1_000_000_000 / (Controller.rate * Int64(players))
  let start = Clock.now()
  var sent = 0
  var answers = 0
  while Clock.now() - start < duration {
    while start + Interval(nanoseconds: spacing * Int64(sent)) <= Clock.now() {
      let controller = controllers[sent % players]
      answers += controller.receiveAnswers()
      controller.send(controller.packet(at: Clock.now()))
      sent += 1
    }
    usleep(200)
  }
  print("\(sent) packets in \(duration.seconds.text(1)) s, \(answers) acknowledgements")
  exit(answers > 0 ? 0 : 1)
}
