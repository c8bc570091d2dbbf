import Bridge
import Gamepad
import Model
import Store
import Wire

extension DaemonSettings {
  /// The settings of the dashboard's first visit, and the part of them that gateways are told.
  public struct Setup: Hashable, Sendable {
    /// The file for the answers, which the configuration reads first; nil if nobody is asked.
    public var path: String?
    /// True if the questions have been answered or postponed, here or in a terminal.
    public var isAnswered = false
    /// The address of the page on another web host; nil for the gateway's own.
    public var page: String?

    /// Creates the settings of a host that asks nobody.
    public init() {}
  }
}

/// The answers of the dashboard's first visit, on their way into their file and the settings.
///
/// They are accepted once: after that they can be changed only in a terminal, so that no gateway can change them
/// later.
struct SetupDesk: Sendable {
  /// An order whose answers are being written.
  private struct Pending: Sendable {
    var order: SetupOrder
    /// The connection that gets the answer; nil if it is gone.
    var index: Int?
    /// True if the file has been written.
    var isKept = false
  }

  private var settings = DaemonSettings.Setup()
  private var identity = Identity.xbox360
  private var policy = SetupAnswers().policy
  private var pending: Pending?
  /// True if the host has a writer for the file.
  var canKeep = false

  /// The notice for gateways.
  var notice: SiteNotice {
    SiteNotice(
      isSetupOpen: canKeep && settings.path != nil && !settings.isAnswered, page: settings.page)
  }

  /// True if the answers are in their file, so that the configuration has to be read again.
  var isStale: Bool { pending?.isKept == true }

  /// Adopts settings.
  mutating func follow(_ settings: DaemonSettings) {
    (self.settings, identity) = (settings.setup, settings.identity)
    policy = settings.bridge.admission.policy
  }

  /// Hands the answers of `order` to `writer`; returns the answer to the order if there is one already.
  mutating func obey(_ order: SetupOrder, from index: Int, by writer: StoreWriter?) -> LocalAnswer? {
    guard notice.isSetupOpen, pending == nil, let path = settings.path, let writer else {
      return LocalAnswer(number: order.number, .notNow)
    }
    let text = order.answers?.configuration(from: SetupDesk.origin) ?? "\(SetupDesk.origin)\n"
    do throws(StoreError) {
      try writer.submit(.file(Array(text.utf8), path: path), of: .setup)
      pending = Pending(order: order, index: index)
      return nil
    } catch {
      return LocalAnswer(number: order.number, .failed)
    }
  }

  /// Notes that the answers are in their file, or could not be written because of `error`.
  ///
  /// Returns the answer to the order after a failure, and the connection that gets it.
  mutating func note(_ error: StoreError?) -> (index: Int, answer: LocalAnswer)? {
    pending?.isKept = error == nil
    return error == nil ? nil : conclude(.failed)
  }

  /// Notes that the connection at `index` is gone.
  mutating func hangUp(_ index: Int) {
    if pending?.index == index { pending?.index = nil }
  }

  /// Returns the answer and its connection after the configuration was read again, or could not be (`isGood` is
  /// false).
  mutating func conclude(isGood: Bool) -> (index: Int, answer: LocalAnswer)? {
    guard let answers = pending?.order.answers else { return conclude(isGood ? .done : .failed) }
    let isInUse = answers.policy == policy && answers.identity == identity && answers.page == settings.page
    return conclude(isGood ? isInUse ? .done : .overruled : .failed)
  }

  private mutating func conclude(_ result: LocalAnswer.Result) -> (index: Int, answer: LocalAnswer)? {
    guard let done = pending.take(), let index = done.index else { return nil }
    return (index, LocalAnswer(number: done.order.number, result))
  }

  private static let origin = """
    # Written by the dashboard's first visit. /etc/tiltpad/tiltpad.conf and its drop-ins come after it and win.
    # Without this file the dashboard asks again.
    """
}
