import Console
import Local
import Model
import Platform
import Wire

/// A question to the web gateway that listens at a path.
struct GatewayQuestion {
  /// The maximum time to wait for an answer; the gateway may have to wait for its disk.
  private static let patience = Interval.seconds(10)

  /// The path of the gateway's socket.
  let path: String
  /// The program's current task, for a failure message.
  let context: String
  /// The first advice if there is no answer; nil without one.
  var remedy: String?

  /// Returns the answer to the encoded `request`, decoded by `parse`.
  ///
  /// - Throws: a failure if the gateway cannot be reached, or gives no answer that `parse` can read.
  func answer<Answer>(
    to request: [UInt8], parsing parse: (Span<UInt8>) throws(Drop) -> Answer
  ) throws(Failure) -> Answer {
    let bytes = try answers(to: request) { _ in true }[0]
    guard let answer = try? parse(bytes.span) else {
      throw Failure(silentGateway: path, while: context, try: remedy)
    }
    return answer
  }

  /// Returns the answers to the encoded `request`, up to the first for which `isLast` returns true.
  ///
  /// - Throws: a failure if the gateway cannot be reached, or does not answer.
  func answers(to request: [UInt8], until isLast: ([UInt8]) -> Bool) throws(Failure) -> [[UInt8]] {
    let answers: [[UInt8]]
    do throws(SystemError) { answers = try exchange(request, until: isLast) } catch {
      throw Failure(reachingGateway: path, error, while: context)
    }
    guard !answers.isEmpty else { throw Failure(silentGateway: path, while: context, try: remedy) }
    return answers
  }

  /// Returns the answers; none if the last does not come in time, or the gateway ends.
  private func exchange(
    _ request: [UInt8], until isLast: ([UInt8]) -> Bool
  ) throws(SystemError) -> [[UInt8]] {
    var gateway = LocalClient(of: path)
    var poller = try Poller()
    try gateway.open(in: poller, token: 0)
    gateway.send(request)
    let deadline = Clock.now() + GatewayQuestion.patience
    var buffer = InlineArray<65_535, UInt8>(repeating: 0)
    var answers: [[UInt8]] = []
    while poller.wait(atMost: deadline - Clock.now()) > 0 {
      guard let count = gateway.receive(into: &buffer), count > 0 else { break }
      let answer = (0..<count).map { buffer[$0] }
      answers.append(answer)
      if isLast(answer) { return answers }
    }
    return []
  }
}
