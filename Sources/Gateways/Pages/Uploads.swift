import Layouts
import Model
public import Notation

/// A part of a layout that a page or a dashboard uploads.
public struct UploadPart: Hashable, Sendable {
  /// The maximum number of parts of a layout.
  static let mostParts = 16
  /// The size of the longest part, in bytes.
  static let longest = 700

  /// The id of the layout.
  public let id: String
  /// The number of the part, from 0.
  let part: Int
  /// The number of all parts.
  let of: Int
  let text: String
  /// True if the layout is only tried: it is shown until the trial ends, and never written.
  let isTrial: Bool

  /// Decodes the part in the text `said`; nil if it is invalid.
  public init?(_ said: JSON) {
    guard let id = said["id"]?.string, LayoutFile.isID(id),
      let of = said["of"]?.whole(in: 1...UploadPart.mostParts),
      let part = said["part"]?.whole(in: 0...of - 1),
      let text = said["text"]?.string, text.utf8.count <= UploadPart.longest
    else { return nil }
    (self.id, self.part, self.of, self.text) = (id, part, of, text)
    isTrial = if case .bool(true) = said["trial"] { true } else { false }
  }
}

/// The layouts that are being uploaded, at most one for each sender.
///
/// All of them together take at most ``limit`` times the size of a layout.
struct Uploads: Sendable {
  /// The result of a part.
  enum Progress: Sendable {
    /// Other parts are missing.
    case more
    /// The part completes this layout.
    case whole([UInt8])
    /// The layout is too long; its parts are forgotten.
    case tooLong
  }

  private struct Upload: Sendable {
    let id: String
    var parts: [String?]
    /// The time at which the upload is forgotten.
    var ends: Instant

    var size: Int { parts.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
    var bytes: [UInt8] { parts.flatMap { Array(($0 ?? "").utf8) } }
  }

  /// The maximum number of uploads; the one whose last part is oldest gives way.
  static let limit = 32
  /// The time after its last part at which an upload is forgotten.
  static let patience = Interval.seconds(10)

  private var uploads: [ShelfAsker: Upload] = [:]

  /// The number of uploads.
  var count: Int { uploads.count }

  /// Adds a part from `sender`; a part of a different layout, or of a different number of parts, begins a new upload.
  mutating func add(_ part: UploadPart, from sender: ShelfAsker, at now: Instant) -> Progress {
    expire(at: now)
    let fresh = Upload(id: part.id, parts: Array(repeating: nil, count: part.of), ends: now)
    var upload = uploads.removeValue(forKey: sender) ?? fresh
    if upload.id != part.id || upload.parts.count != part.of { upload = fresh }
    upload.parts[part.part] = part.text
    guard upload.size <= LayoutFile.mostBytes else { return .tooLong }
    guard upload.parts.contains(nil) else { return .whole(upload.bytes) }
    upload.ends = now + Uploads.patience
    makeRoom()
    uploads[sender] = upload
    return .more
  }

  /// Returns whether `sender` has begun an upload that is not complete.
  func has(_ sender: ShelfAsker) -> Bool { uploads.index(forKey: sender) != nil }

  /// Forgets the unfinished upload of `sender`.
  mutating func forget(_ sender: ShelfAsker) { uploads[sender] = nil }

  /// Forgets the uploads whose last part is too old.
  mutating func expire(at now: Instant) {
    if uploads.values.contains(where: { $0.ends <= now }) { uploads = uploads.filter { now < $0.value.ends } }
  }

  private mutating func makeRoom() {
    guard uploads.count >= Uploads.limit, let oldest = uploads.min(by: { $0.value.ends < $1.value.ends })
    else { return }
    uploads[oldest.key] = nil
  }
}
