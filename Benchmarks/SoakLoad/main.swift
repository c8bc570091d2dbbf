import Foundation
import Platform
import SoakPads

// soak-load FOLDER PORT PLAIN SEALED   makes FOLDER/state and, unless /dev/uinput is writable, the pads'
//                                     socket FOLDER/pads, and plays with the daemon at PORT of this machine
//                                     as the lines on standard input say (Session)

/// Writes a line at once.
func say(_ line: String, to file: FileHandle = .standardOutput) { file.write(Data((line + "\n").utf8)) }

let words = CommandLine.arguments
guard words.count == 5, let port = UInt16(words[2]), let plain = Int(words[3]), let sealed = Int(words[4]),
  (1...Int(SOAK_PLAYERS)).contains(plain + sealed)
else {
  say("usage: soak-load FOLDER PORT PLAIN SEALED", to: .standardError)
  exit(2)
}
do {
  let files = try Files(in: words[1], players: sealed)
  let isKernel = unsafe access("/dev/uinput", W_OK) == 0
  let result = unsafe isKernel ? soak_listen(nil) : soak_listen("\(words[1])/pads")
  guard result == 0 else { throw SystemError(code: -result, call: .bind) }
  let isHurried = soak_hurry() == 0
  let players = try (0..<plain + sealed).map { number in
    try Player(number, port: port, keys: number < plain ? nil : (files.players[number - plain], files.host))
  }
  var session = Session(players)
  signal(SIGPIPE, SIG_IGN)
  say("{\"isKernel\":\(isKernel),\"isHurried\":\(isHurried)}")
  session.run()
} catch {
  say("soak-load: \(error)", to: .standardError)
  exit(2)
}
