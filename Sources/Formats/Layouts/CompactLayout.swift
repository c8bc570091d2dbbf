public import Notation

/// A layout without faults, written without white space.
public struct CompactLayout: Sendable {
  /// The id, which is also the name of the file.
  public let id: String
  /// The name in the menu: a text, or an object with a text for each of several languages; nil without a
  /// name.
  ///
  /// In form 1 it may be any value.
  public let name: JSON?
  /// The text of the file, with the members in their order.
  public let text: String

  /// Reads the file `bytes`; nil if the layout has faults, or if its text without white space is too long for
  /// a file.
  ///
  /// The text can be longer than `bytes`, because characters that cannot be seen are written by their numbers.
  public init?(_ bytes: Span<UInt8>) {
    guard LayoutFile.faults(in: bytes).isEmpty,
      let layout = try? JSON(
        parsing: bytes, limit: LayoutFile.mostBytes, depthLimit: LayoutFile.mostLevels)
    else { return nil }
    let members = Members(of: layout)
    guard let id = members["id"]?.string else { return nil }
    (self.id, name, text) = (id, members["name"], layout.text)
    guard text.utf8.count <= LayoutFile.mostBytes else { return nil }
  }
}
