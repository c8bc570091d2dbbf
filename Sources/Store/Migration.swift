/// The forms that the file has had: a change is a row at the end, and no row is ever changed once it is released.
enum Migration {
  /// "TPAD", by which the file is known as ours (application_id of the file's header).
  static let application: Int64 = 0x5450_4144

  /// What makes each form of the one before it; `user_version` says how many of them the file has had.
  static let all: [[String]] = [
    [
      """
      CREATE TABLE host (
        one INTEGER PRIMARY KEY CHECK (one = 1),
        secret BLOB NOT NULL CHECK (length(secret) = 32)
      ) STRICT
      """,
      """
      CREATE TABLE device (
        key BLOB PRIMARY KEY CHECK (length(key) = 32),
        name TEXT NOT NULL,
        role INTEGER NOT NULL,
        secret BLOB NOT NULL CHECK (length(secret) = 32),
        way INTEGER NOT NULL,
        paired INTEGER NOT NULL,
        used INTEGER
      ) STRICT, WITHOUT ROWID
      """,
    ]
  ]
}

extension Database {
  /// Brings the file into the form of this version, as a whole or not at all.
  ///
  /// - Throws: `tooNew` for a form that this version does not know.
  func migrate(to forms: [[String]] = Migration.all) throws(StoreError) {
    let form = try number("PRAGMA user_version")
    guard form <= forms.count else { throw .tooNew }
    guard form < forms.count else { return }
    try transaction { () throws(StoreError) in
      // Another program may have done so in the meantime.
      let form = try number("PRAGMA user_version")
      for statements in forms.dropFirst(Int(form)) {
        for statement in statements { try run(statement) }
      }
      try run("PRAGMA application_id = \(Migration.application)")
      try run("PRAGMA user_version = \(forms.count)")
    }
  }
}
