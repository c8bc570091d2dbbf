/// A link that opens overlays on other machines, as lists show it: without its ticket.
public struct OverlayLink: Hashable, Sendable {
  /// The maximum number of links.
  public static let limit = 8
  /// The maximum number of open overlays, through all links and on the host's machine together.
  public static let overlayLimit = 16

  /// The number of the link, 1 to 8.
  public var number: UInt8
  /// The number of overlays that are open through the link, 0 to 16.
  public var overlays: UInt8
  /// The time since the link was made, in s.
  public var age: UInt32

  /// Creates a link.
  public init(number: UInt8, overlays: UInt8, age: UInt32) {
    (self.number, self.overlays, self.age) = (number, overlays, age)
  }
}
