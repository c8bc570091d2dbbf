import CBaseline
import Glibc
import Model
import Platform
import Wire

// seal-path          compares a packet with the library's single call; exit status 1 for an allocation, or if
//                    a packet of 85 bytes takes twice the time
// seal-path --check  exit status 1 only for an allocation; times do not count, as the machine may be busy

/// The medians in ns per packet, and the total number of allocations.
struct Score {
  var bare: (seal: Double, open: Double)
  var tiltpad: (seal: Double, open: Double)
  var allocations: UInt64
}

/// Returns the time of `body` for each of `count` packets, in ns; all of them have to succeed.
func time(_ count: Int, _ body: () -> Int) -> Double {
  let start = Clock.now()
  let done = body()
  let interval = Clock.now() - start
  precondition(done == count)
  return Double(interval.nanoseconds) / Double(count)
}

/// Plays `rounds` rounds of packets of `size` bytes, with the bare calls and Tiltpad in turn.
func measure(size: Int, rounds: Int) throws -> Score {
  let count = 512
  let frames = [UInt8](repeating: 7, count: size - SealedHeader.overhead)
  let key = [UInt8](repeating: 1, count: 32)
  var pair = try Pair()
  var packets = Array(repeating: [UInt8](repeating: 0, count: size), count: count)
  var flat = [UInt8](repeating: 0, count: size * count)
  var times = Array(repeating: [Double](), count: 4)
  for index in times.indices { times[index].reserveCapacity(rounds) }
  var allocations: UInt64 = 0
  for _ in 0..<rounds {
    times[0].append(time(count) { unsafe baseline_seal(&flat, count, size, key) })
    times[1].append(time(count) { unsafe baseline_open(&flat, count, size, key) })
    pair.seal(&packets, frames)
    allocations_start()
    times[2].append(time(count) { pair.open(&packets) })
    times[3].append(time(count) { pair.seal(count, frames) })
    allocations += allocations_stop()
  }
  let medians = times.map { $0.sorted()[$0.count / 2] }
  return Score(
    bare: (medians[0], medians[1]), tiltpad: (medians[3], medians[2]), allocations: allocations)
}

/// Returns `number` with two digits after the decimal point.
func text(_ number: Double) -> String {
  let hundredths = Int((number * 100).rounded())
  return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
}

let isCheck = CommandLine.arguments.dropFirst() == ["--check"]
var isGood = true
for size in [85, 512] {
  let score = try measure(size: size, rounds: 400)
  let ratio = (seal: score.tiltpad.seal / score.bare.seal, open: score.tiltpad.open / score.bare.open)
  print(
    "\(size) bytes: seal \(Int(score.bare.seal)) ns in C, \(Int(score.tiltpad.seal)) here, ratio \(text(ratio.seal));",
    "open \(Int(score.bare.open)) ns in C, \(Int(score.tiltpad.open)) here, ratio \(text(ratio.open));",
    "allocations \(score.allocations)")
  isGood = isGood && score.allocations == 0 && (isCheck || size > 85 || (ratio.seal < 2 && ratio.open < 2))
}
let goal = isCheck ? "" : "under twice the library's call, "
print("path: sealed, \(goal)no allocation: \(isGood ? "PASS" : "FAIL")")
exit(isGood ? 0 : 1)
