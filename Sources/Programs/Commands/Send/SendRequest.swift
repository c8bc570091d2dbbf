import Console
import Gamepad
import Handset
import Model
import Notation
import Platform
import Wire

/// The options of the command `send`, and the controllers described by them.
struct SendRequest: Sendable {
  /// The host, the network's impairments, and the form of the tally.
  let options: SendOptions
  /// True if real pads or the terminal's keys steer; false if a script does.
  let isLive: Bool
  private let encryption: Encryption?
  private let hand: Hand
  private let rate: Int
  private let hasMotion: Bool
  private let isSimple: Bool
  private let isGrabbed: Bool
  private let identity: UInt8?
  private let message: String?
  private let feedbackForm: FeedbackLog.Form?
  private let abilities: ForceAbilities
  private let rules: PartyRules

  /// Parses the options of `invocation`.
  ///
  /// - Throws: a usage failure that names the option, or a failure when the host is not found.
  init(_ invocation: Invocation) throws(Failure) {
    encryption = try Encryption(invocation)
    var options = try SendOptions(invocation, host: encryption?.host ?? invocation.operands.first)
    options.isEncrypted = encryption != nil
    self.options = options
    hand = try Commands.hand(invocation, at: Clock.now())
    let isScript = if case .script = hand { true } else { false }
    isLive = invocation.has("pad") || !isScript
    rate = try invocation.number("rate", in: 30...500, or: 125)
    hasMotion = invocation.has("motion")
    isSimple = invocation.has("simple")
    isGrabbed = invocation.has("grab")
    identity = try SendRequest.identity(invocation)
    message = try SendRequest.text(invocation)
    feedbackForm = invocation.has("show-feedback") ? options.isJSON ? .json : .text : nil
    abilities = try ForceAbilities(invocation)
    rules = PartyRules(
      only: [invocation.value("pad")].compactMap(\.self), takesPads: !invocation.has("keys"),
      keysSteer: !invocation.has("pad"),
      showsStatus: !options.isQuiet && !options.isJSON,
      remedy: "tiltpad send --swing, or run it in a terminal")
  }

  /// Sends the input of pads and keys until `end`, and returns the exit status.
  ///
  /// - Throws: a failure if a chosen pad cannot be read, or if the last controller has failed.
  func play(until end: Instant) throws(Failure) -> Int32 {
    let invite: Party.Invite = { index, node, line throws(Failure) in
      try player(at: index, with: node, until: end, line)
    }
    var party = try Party(rules, invite: invite) { player in
      do throws(Failure) {
        try options.report(
          player.tally, refusal: player.transmission.refusal, failure: player.source.failure)
        return nil
      } catch {
        return error
      }
    }
    try party.run(until: end)
    return 0
  }

  private func player(
    at index: Int, with node: InputNode?, until end: Instant, _ line: StatusLine
  ) throws(Failure) -> Player {
    let pad: PhysicalPad? =
      if let node { try physicalPad(node.path, isGrabbed: isGrabbed) } else { nil }
    var source = LiveSource(try controller(at: index, with: node), pad: pad, line: line)
    settings(&source)
    source.label = index == 0 || options.isJSON ? "" : "pad \(index + 1): "
    do throws(SystemError) {
      return try Player(
        at: index, with: node, source,
        by: try Transmission(to: options.host, through: options.link, until: end))
    } catch {
      throw Failure(startingToSend: error)
    }
  }

  /// Returns the controller with the index `index`, moved by the pad at `node` if there is one.
  ///
  /// - Throws: a failure if the controller's key cannot be read or created.
  func controller(at index: Int, with node: InputNode?) throws(Failure) -> Controller {
    var speech: any Speech = PlainSpeech(token: options.token &+ UInt32(index), isSimple: isSimple)
    if let encryption {
      speech = try encryption.speech(rate: rate, hasMotion: hasMotion || node != nil, at: index)
    }
    var controller = Controller(
      hand: hand, speech: speech, period: Interval(nanoseconds: 1_000_000_000 / Int64(rate)),
      sensors: hasMotion ? SimulatedSensors() : nil, at: Clock.now())
    if let identity { controller.ask(forIdentity: identity) }
    if let message { controller.say(message) }
    if abilities != [] { controller.ask(forForces: abilities) }
    return controller
  }

  /// Sets the output formats of `source`.
  func settings(_ source: inout LiveSource) {
    if !options.isQuiet { source.newsForm = options.isJSON ? .json : .text }
    source.feedbackForm = feedbackForm
    if abilities != [] { source.forceForm = options.isJSON ? .json : .text }
  }
}

extension SendRequest {
  /// Returns the message to send; nil if there is none.
  ///
  /// - Throws: a usage failure if the message is too long.
  private static func text(_ invocation: Invocation) throws(Failure) -> String? {
    guard let text = invocation.value("message") else { return nil }
    guard text.utf8.count <= Message.longest else {
      throw .usage(
        "--message has \(text.utf8.count) bytes, but at most \(Message.longest) are allowed",
        of: invocation.command)
    }
    return text
  }

  /// Returns the number of the identity to request; nil if none is requested.
  private static func identity(_ invocation: Invocation) throws(Failure) -> UInt8? {
    let names = Identity.numberedNames.enumerated().map { (name: $1, choice: UInt8?.some(UInt8($0))) }
    return try invocation.choice("identity", of: names, or: nil)
  }
}
