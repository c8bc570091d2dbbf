import Cryptography
import Model
import Notation
import Platform
import TiltpadClient
import Wire

/// What a client tells, in words, and kept in the controller's file where it is to last.
final class Bulletin: ClientDelegate {
  /// Why it is over, or would be if it were now; nil when nothing is wrong.
  var failure: Failure? { fault ?? lastWord }
  /// Whether the controller has ever been a player.
  private(set) var hasPlayed = false
  /// What games want of motors and light.
  private(set) var feedback = PadFeedback.rest
  private var fault: Failure?
  private var lastWord: Failure?
  private var log = FeedbackLog()
  private var book: ControllerFile
  private let name: String
  private var lines: [String] = []
  private var round: Round?

  /// The news of the session with the host called `name` of the controller of `book`.
  init(of name: String, for book: ControllerFile) {
    (self.name, self.book) = (name, book)
  }

  /// The next line for a person; nil when there is none.
  func nextLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }

  /// When ``advance(to:)`` changes what motors do.
  var deadline: Instant { log.deadline }

  /// Stops motors of which nothing more was said.
  func advance(to now: Instant) {
    while let change = log.next(at: now) { feedback = change.feedback }
  }

  func client(_ client: Client, peer host: PublicKey, didChange state: ConnectionState) {
    lastWord = Failure(state, at: name)
    lines += [words(for: state)].compactMap { $0 }
    if case .connected = state { hasPlayed = true }
  }

  /// A host that was there is away, and comes back.
  private func words(for state: ConnectionState) -> String? {
    switch state {
    case .connecting where hasPlayed: "\(name) is away; looking for it"
    case .connected(let player) where hasPlayed: "back: player \(player.number)"
    default: ConnectionNews.state(state).line(.text)
    }
  }

  func client(_ client: Client, didReceive message: ReceivedMessage, fromPeer host: PublicKey) {
    let text = JSON.string(String(decoding: message.bytes, as: UTF8.self)).text
    lines.append("message on channel \(message.channel): \(text)")
  }

  func client(_ client: Client, didChange mode: Mode) {
    lines += [ConnectionNews.mode(mode).line(.text)].compactMap { $0 }
  }

  func client(_ client: Client, didReceive feedback: Feedback) {
    log.take(feedback, at: Clock.now())
  }

  func client(_ client: Client, didAdvanceTo round: Round) {
    if let line = round.news(since: self.round, for: client.state) { lines.append(line) }
    self.round = round
  }

  func client(_ client: Client, connectionWithHostFailed error: ConnectionError) {
    lastWord = Failure(error, at: name)
  }

  func client(_ client: Client, didPairWith host: PublicKey, sharing secret: Secret) {
    do throws(Failure) {
      try book.remember(host, secret)
    } catch {
      fault = error
      client.disconnect()
    }
  }

  func client(_ client: Client, didCompute shortCode: UInt32) {
    lines += [ConnectionNews.shortCode(shortCode).line(.text)].compactMap { $0 }
  }
}
