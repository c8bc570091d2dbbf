import Notation

/// A page, a dashboard or a program that uploads or changes layouts.
public enum ShelfAsker: Hashable, Sendable {
  /// The page of the controller with the given number.
  case page(UInt32)
  /// The dashboard on the connection with the given number.
  case dashboard(UInt32)
  /// The local program with the given number.
  case program(Int)

  /// True for the host's dashboards and programs.
  var isHost: Bool { if case .page = self { false } else { true } }
}

/// The steps that write a change of the kept layouts, or of the rows of checked phones, to their folder on the disk.
///
/// If a step fails, those after it are left out, and the steps of ``undo`` are carried out as far as possible.
public struct ShelfJob: Hashable, Sendable {
  /// A step of a job.
  public enum Step: Hashable, Sendable {
    /// Replaces the file of that name by one with these bytes.
    case write(String, [UInt8])
    /// Removes the file of that name.
    case remove(String)
  }

  /// The name of the index.
  public static let index = "index"

  /// The steps, in order.
  public var steps: [Step]
  /// The steps that restore the folder after a failure.
  public var undo: [Step]

  /// Creates the work with these steps.
  public init(steps: [Step], undo: [Step]) { (self.steps, self.undo) = (steps, undo) }

  /// Returns the name of the file of the layout `id`.
  static func file(of id: String) -> String { "\(id).json" }
}

/// The answer to an upload or a change.
public enum ShelfReply: Hashable, Sendable {
  /// A part has arrived; `isWhole` is true once all have arrived and the layout is on the disk or tried.
  case kept(String, part: Int, isWhole: Bool)
  /// The layout is removed.
  case removed(String)
  /// The layout is offered as ordered.
  case offered(String)
  /// The layout is not kept or changed.
  case refused(String, ShelfRefusal)
}

extension ShelfReply {
  /// Returns the JSON members of the text that answers a part.
  static func members(keptOf id: String, part: Int, isWhole: Bool) -> [(String, JSON)] {
    [
      ("type", .string("kept")), ("id", .string(id)), ("part", .integer(UInt64(part))),
      ("whole", .bool(isWhole)),
    ]
  }

  /// Returns the JSON members of the text that refuses a layout.
  static func members(refusedOf id: String, _ refusal: ShelfRefusal) -> [(String, JSON)] {
    [("type", .string("refused")), ("id", .string(id))] + refusal.members
  }
}

/// A change of the shelf, which waits for the disk.
struct ShelfChange: Sendable {
  enum Kind: Sendable {
    /// Keeps the layout; `part` is the number of its last part.
    case keep(KeptLayout, part: Int)
    case remove
    case offer(KeptLayout.Offer)
  }

  let id: String
  let kind: Kind
  let asker: ShelfAsker
  /// The number that a dashboard has given to its order; nil without one.
  var number: UInt64?

  /// The answer after the change.
  var reply: ShelfReply {
    switch kind {
    case .keep(_, let part): .kept(id, part: part, isWhole: true)
    case .remove: .removed(id)
    case .offer: .offered(id)
    }
  }
}
