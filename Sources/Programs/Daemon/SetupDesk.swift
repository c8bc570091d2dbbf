import Bridge
import Gamepad
import Model
import Motion
import Store
import Wire

extension DaemonSettings {
  /// The settings of the set-up on the first visit to the dashboard, and those that gateways need.
  public struct Setup: Hashable, Sendable {
    /// The path of the file with the answers, which the configuration reads first; nil for no set-up.
    public var path: String?
    /// True if the questions have been answered or postponed, on the dashboard or at a terminal.
    public var isAnswered = false
    /// The URL of the page on another web host; nil for the gateway's own.
    public var page: String?

    /// Creates the settings of a host without a set-up.
    public init() {}
  }
}

/// The answers from the set-up on the dashboard, until they are in their file and in the settings.
///
/// They are accepted once. After that, they can be changed only at a terminal, so that no gateway can change them
/// later.
struct SetupDesk: Sendable {
  /// An order whose answers are being written.
  private struct Pending: Sendable {
    var order: SetupOrder
    /// The connection that gets the answer; nil if it has closed.
    var index: Int?
    /// True if the file has been written.
    var isKept = false
  }

  private var settings = DaemonSettings.Setup()
  private var identity = Identity.xbox360
  private var policy = SetupAnswers().policy
  private var motion = (turnsView: false, motionless: PlayerSlots())
  private var minimumPress: UInt8 = 0
  private var pending: Pending?
  /// True if the host has a writer for the file.
  var canKeep = false

  /// The notice for gateways.
  var notice: SiteNotice {
    var notice = SiteNotice(
      isSetupOpen: canKeep && settings.path != nil && !settings.isAnswered, page: settings.page)
    (notice.turnsView, notice.motionless) = motion
    notice.minimumPress = minimumPress
    return notice
  }

  /// True if the set-up's answers have been written to their file.
  ///
  /// The configuration then has to be read again.
  var isStale: Bool { pending?.isKept == true }

  /// Adopts new settings.
  mutating func follow(_ settings: DaemonSettings) {
    (self.settings, identity) = (settings.setup, settings.identity)
    policy = settings.bridge.admission.policy
    motion = (settings.bridge.input.profile.aim.usesGyro, settings.motionless)
    minimumPress = UInt8(clamping: settings.bridge.input.minimumPress.nanoseconds / 1_000_000)
  }

  /// Passes the answers in `order` to `writer`; returns the answer to the order if it is already known.
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

  /// Records that the answers are in their file, or could not be written because of `error`.
  ///
  /// After a failure, returns the answer to the order, and the connection that gets it.
  mutating func note(_ error: StoreError?) -> (index: Int, answer: LocalAnswer)? {
    pending?.isKept = error == nil
    return error == nil ? nil : conclude(.failed)
  }

  /// Records that the connection at `index` has closed.
  mutating func hangUp(_ index: Int) {
    if pending?.index == index { pending?.index = nil }
  }

  /// Returns the answer and its connection once the configuration has been read again; `isGood` is false if that
  /// failed.
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
    # Written by the set-up on the first visit to the dashboard. /etc/tiltpad/tiltpad.conf and its drop-ins override it.
    # Without this file the dashboard asks again.
    """
}
