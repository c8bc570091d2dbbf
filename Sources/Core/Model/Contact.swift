/// A finger on a controller's touchpad.
public struct Contact: Hashable, Sendable {
  /// The highest number of a contact.
  public static let highestNumber: UInt8 = 127

  /// The number of the contact, 0 to 127, which changes with each touch.
  public var number: UInt8
  /// The horizontal position, 0 (left edge) to 65535 (right edge).
  public var x: UInt16
  /// The vertical position, 0 (top edge) to 65535 (bottom edge).
  public var y: UInt16

  /// Creates a finger at (`x`, `y`).
  public init(number: UInt8, x: UInt16, y: UInt16) {
    self.number = number
    self.x = x
    self.y = y
  }
}

/// The fingers on a controller's touchpad, at most two, with different numbers.
public struct Contacts: Hashable, Sendable {
  /// The maximum number of fingers.
  public static let capacity = 2

  /// The first finger; nil without a finger.
  public let first: Contact?
  /// The second finger; nil with fewer than two.
  public let second: Contact?

  /// Creates the set of up to two fingers.
  public init(_ first: Contact? = nil, _ second: Contact? = nil) {
    (self.first, self.second) = first == nil ? (second, nil) : (first, second)
  }

  /// The number of fingers.
  public var count: Int { (first == nil ? 0 : 1) + (second == nil ? 0 : 1) }
}

/// The two touch points of a pad's touchpad, in the form in which a DualSense reports them.
public struct TouchPoints: Hashable, Sendable {
  /// The horizontal position of the right edge; the left edge is at 0.
  public static let right: UInt32 = 1919
  /// The vertical position of the bottom edge: SDL divides by 1070, although the touchpad has 1080 lines.
  public static let bottom: UInt32 = 1069
  /// A point without a contact.
  public static let lifted: UInt32 = 0x80
  /// Two points without a contact.
  @inlinable public static var none: TouchPoints { TouchPoints() }

  /// Both points, the first in the lower 32 bits; bit 7 of each is inverted, so that 0 stands for no
  /// contacts.
  @usableFromInline var both: UInt64 = 0

  @inlinable init() {}

  /// Creates the two points.
  public init(_ first: UInt32, _ second: UInt32) {
    (self[0], self[1]) = (first, second)
  }

  /// True if no point has a contact.
  @inlinable public var isEmpty: Bool { both == 0 }

  /// The point at `index`, 0 or 1.
  ///
  /// Bits 0 to 6 are the number of the contact, bit 7 is set without a contact, bits 8 to 19 are the position from left
  /// to right, and bits 20 to 31 the position from top to bottom.
  public subscript(index: Int) -> UInt32 {
    get { UInt32(truncatingIfNeeded: both >> UInt64(32 * index)) ^ TouchPoints.lifted }
    set {
      let shift = UInt64(32 * index)
      both = both & ~(0xffff_ffff << shift) | UInt64(newValue ^ TouchPoints.lifted) << shift
    }
  }

  /// Returns the point that shows `contact`, with its position scaled to the touchpad of a DualSense.
  public static func point(of contact: Contact) -> UInt32 {
    func scaled(_ place: UInt16, to end: UInt32) -> UInt32 { (UInt32(place) * end + 32_767) / 65_535 }
    return UInt32(contact.number) & 0x7f | scaled(contact.x, to: right) << 8
      | scaled(contact.y, to: bottom) << 20
  }

  /// Returns the points for one finger in the middle of the touchpad; the finger's contact has the number
  /// `number`.
  public static func middle(number: UInt8) -> TouchPoints {
    TouchPoints(point(of: Contact(number: number, x: .max / 2, y: .max / 2)), lifted)
  }
}
