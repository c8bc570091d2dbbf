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
    ],
    quizForm,
  ]

  /// Quizzes with their rounds, presses and scores.
  ///
  /// Times of day are in ms since 1970, those within a round in µs from
  /// its beginning; sets of players are bits, the first player's the lowest.
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
