import Console
import Local
import Model
import Platform

/// A question to the web gateway that listens at a path, with one answer.
struct GatewayQuestion {
  /// The maximum time for an answer, of which the gateway's disk may take most.
  private static let patience = Interval.seconds(10)

  /// The path of the gateway's socket.
  let path: String
  /// The program's current task, for a failure message.
  let context: String

  /// Returns the answer to the encoded `request`.
  ///
  /// - Throws: a failure if the gateway cannot be reached, or does not answer.
  func answer(to request: [UInt8]) throws(Failure) -> [UInt8] {
    let answer: [UInt8]?
    do throws(SystemError) { answer = try exchange(request) } catch {
      throw Failure(reachingGateway: path, error, while: context)
    }
    guard let answer else { throw Failure(silentGateway: path, while: context) }
    return answer
  }

  private func exchange(_ request: [UInt8]) throws(SystemError) -> [UInt8]? {
    var gateway = LocalClient(of: path)
    var poller = try Poller()
    try gateway.open(in: poller, token: 0)
    gateway.send(request)
    var buffer = InlineArray<65_535, UInt8>(repeating: 0)
    guard poller.wait(atMost: GatewayQuestion.patience) > 0, let count = gateway.receive(into: &buffer) else {
      return nil
    }
    return (0..<count).map { buffer[$0] }
  }
}
