public import Model

/// The fingers on a controller's touchpad as its pad shows them.
///
/// A finger keeps its touch point until it is lifted. Before a point passes from one finger to another, it is
/// shown once without a contact, because drivers would otherwise take both fingers for one touch. While the
/// pad is clicked and no finger is down, the last finger stays, or an invented finger in the middle is shown,
/// because games ignore a click without a finger.
public struct TouchTrack: Sendable {
  private var shown = TouchPoints.none
  /// True if ``advance(isClicked:)`` is to be called again at once.
  public private(set) var isWaiting = false
  private var wanted = TouchPoints.none
  /// The number of the newest contact.
  private var newest: UInt8 = 0

  /// Creates a track without fingers.
  public init() {}

  /// True if a finger is down, or is to be lifted.
  var isBusy: Bool { !wanted.isEmpty || !shown.isEmpty }

  /// Follows the fingers of the newest packet; nil stands for none.
  public mutating func follow(_ contacts: Contacts?) {
    guard let contacts, contacts.count > 0 else { return rest() }
    var next = TouchPoints.none
    let (first, second) = (contacts.first, contacts.second)
    let (isFirstKept, isSecondKept) = (keep(first, in: &next), keep(second, in: &next))
    if !isFirstKept { insert(first, in: &next) }
    if !isSecondKept { insert(second, in: &next) }
    wanted = next
  }

  /// Lifts all fingers; a finger that clicks is shown until the click ends.
  public mutating func rest() {
    (wanted, isWaiting) = (.none, false)
  }

  /// Returns the points of the next report; `isClicked` is true if it shows a click.
  public mutating func advance(isClicked: Bool) -> TouchPoints {
    isWaiting = false
    if wanted == shown, !isClicked { return shown }
    var target = wanted
    if wanted.isEmpty, isClicked { target = shown.isEmpty ? .middle(number: newest ^ 0x40) : shown }
    var next = target
    for index in 0..<Contacts.capacity where TouchTrack.isExchange(shown[index], target[index]) {
      next[index] = TouchPoints.lifted
    }
    (shown, isWaiting) = (next, next != target)
    return shown
  }

  /// Returns whether two points have different contacts.
  private static func isExchange(_ former: UInt32, _ next: UInt32) -> Bool {
    (former | next) & TouchPoints.lifted == 0 && (former ^ next) & 0x7f != 0
  }

  /// Leaves a finger at its point; returns false if the finger has no point yet.
  private func keep(_ contact: Contact?, in next: inout TouchPoints) -> Bool {
    guard let contact else { return true }
    let index = (0..<Contacts.capacity).first { wanted[$0] & 0xff == UInt32(contact.number) }
    guard let index else { return false }
    next[index] = TouchPoints.point(of: contact)
    return true
  }

  /// Adds a new finger at the first free point.
  private mutating func insert(_ contact: Contact?, in next: inout TouchPoints) {
    guard let contact else { return }
    next[next[0] == TouchPoints.lifted ? 0 : 1] = TouchPoints.point(of: contact)
    newest = contact.number
  }
}
