import Fuzzing
import Model
import STUN
import TestSupport
import Wire

/// Receives one input of libFuzzer.
@c(LLVMFuzzerTestOneInput)
public func entry(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt { unsafe run(fuzz, start, count) }

/// Parses the input as a browser's check, as it is, and then with a valid integrity code and fingerprint.
func fuzz(_ bytes: Span<UInt8>) {
  let input = array(bytes)
  check(input)
  var signed = Check()
  signed.bytes += input.prefix(input.count / 4 * 4)
  signed.sign()
  signed.close()
  guard let request = check(signed.bytes), !hasCode(input) else { return }
  let password = Check.password
  let holds = request.isSigned(signed.bytes.span, with: password.span)
  require(holds, "the code holds")
}

/// Checks that a request that is read is complete, and gets an answer that a browser would accept.
@discardableResult
private func check(_ bytes: [UInt8]) -> BindingRequest? {
  guard let first = bytes.first, let request = try? BindingRequest(parsing: bytes.span) else { return nil }
  require(first < 4 && bytes.count % 4 == 0 && bytes.count >= 20 + 24 + 8, "a request is whole")
  let password = Check.password
  for address in [Address(v4: 0x7f00_0001), Address(high: .max, low: 1)] {
    let sender = Endpoint(address: address, port: 9)
    let answer = request.answer(to: sender, with: password.span).withBytes { array($0) }
    require(answer.count <= bytes.count + 24, "an answer is hardly longer than what it answers")
    require(answer[0] == 1 && answer[1] == 1, "an answer is a success")
    require(Array(answer[4..<20]) == Array(bytes[4..<20]), "an answer is to its request")
    require(Int(answer[2]) << 8 | Int(answer[3]) == answer.count - 20, "an answer is as long as it says")
  }
  return request
}

/// Returns whether the attributes in `bytes` include an integrity code.
///
/// Only the first code counts, so a valid one after it has no effect.
private func hasCode(_ bytes: [UInt8]) -> Bool {
  var next = 0
  while next + 4 <= bytes.count {
    if bytes[next] == 0, bytes[next + 1] == 8 { return true }
    next += 4 + (Int(bytes[next + 2]) << 8 | Int(bytes[next + 3]) + 3) / 4 * 4
  }
  return false
}
