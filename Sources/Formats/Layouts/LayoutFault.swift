import Notation

/// A reason why a layout cannot be shown.
public struct LayoutFault: Hashable, Sendable {
  /// The cell of the faulty control; nil if the fault is the layout's.
  public var cell: String?
  /// The fault in a few words, such as `no rectangle`, or the name of the faulty member.
  public var fault: String

  /// Creates the fault of the control in `cell` or, with nil, of the layout.
  public init(cell: String? = nil, fault: String) { (self.cell, self.fault) = (cell, fault) }

  /// The fault on one line, after the name of the cell if there is one.
  ///
  /// A name that no cell can have is in quotation marks, with escapes.
  public var text: String {
    guard let cell else { return fault }
    return "\(ControlSheet.isCell(cell) ? cell : JSON.string(cell).text): \(fault)"
  }
}
