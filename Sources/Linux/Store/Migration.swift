/// The history of the file's schema: a change appends a new row, and a released row never changes.
enum Migration {
  /// The application id "TPAD" in the file's header, which marks the file as Tiltpad's.
  static let application: Int64 = 0x5450_4144

  /// The statements that turn each version of the schema into the next.
  ///
  /// `user_version` in the file is the number of versions applied.
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
    ],
    quizForm,
  ]

  /// The tables for quizzes with their rounds, presses and scores.
  ///
  /// Times of day are in ms since 1970, times within a round in µs after its beginning; sets of players are bit masks
  /// with the first player in the lowest bit.
  private static let quizForm = [
    """
    CREATE TABLE quiz (
      number INTEGER PRIMARY KEY,
      begun INTEGER NOT NULL
    ) STRICT
    """,
    """
    CREATE TABLE score (
      rank INTEGER PRIMARY KEY,
      quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
      key BLOB NOT NULL CHECK (length(key) = 20),
      slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 16),
      name TEXT NOT NULL,
      team INTEGER NOT NULL CHECK (team BETWEEN 0 AND 255),
      points INTEGER NOT NULL,
      UNIQUE (quiz, key)
    ) STRICT
    """,
    """
    CREATE TABLE round (
      rank INTEGER PRIMARY KEY,
      quiz INTEGER NOT NULL REFERENCES quiz ON DELETE CASCADE,
      number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 65535),
      armed INTEGER NOT NULL,
      settlement INTEGER NOT NULL,
      outcome INTEGER CHECK (outcome IN (1, 2)),
      first INTEGER NOT NULL,
      winners INTEGER NOT NULL,
      lead INTEGER,
      uncertainty INTEGER,
      false_starts INTEGER NOT NULL,
      unheard INTEGER NOT NULL,
      UNIQUE (quiz, number)
    ) STRICT
    """,
    """
    CREATE TABLE press (
      round INTEGER NOT NULL REFERENCES round ON DELETE CASCADE,
      place INTEGER NOT NULL,
      slot INTEGER NOT NULL CHECK (slot BETWEEN 1 AND 16),
      name TEXT NOT NULL,
      earliest INTEGER NOT NULL,
      latest INTEGER NOT NULL,
      received INTEGER NOT NULL,
      doubts INTEGER NOT NULL,
      PRIMARY KEY (round, place)
    ) STRICT, WITHOUT ROWID
    """,
  ]
}

extension Database {
  /// Migrates the file to the last of `forms`, in one transaction.
  ///
  /// - Throws: `tooNew` if a newer version has written the file's schema, or the error of a statement.
  func migrate(to forms: [[String]] = Migration.all) throws(StoreError) {
    guard try form(upTo: forms.count) < forms.count else { return }
    try transaction { () throws(StoreError) in
      // Another program may have migrated the file in the meantime.
      let form = try form(upTo: forms.count)
      guard form < forms.count else { return }
      for statements in forms.dropFirst(Int(form)) {
        for statement in statements { try run(statement) }
      }
      try run("PRAGMA application_id = \(Migration.application)")
      try run("PRAGMA user_version = \(forms.count)")
    }
  }

  /// Returns the number of the file's schema, at most `newest`.
  private func form(upTo newest: Int) throws(StoreError) -> Int64 {
    let form = try number("PRAGMA user_version")
    guard form <= newest else { throw .tooNew }
    return form
  }
}
