internal import Clibsqlite3
internal import Cryptography
internal import Glibc

/// A value for a `?` in a statement.
enum Value {
  case nothing
  case integer(Int64)
  case text(String)
  case key(PublicKey)
  case bytes([UInt8])
  /// A secret, copied into memory that is wiped after the statement; SQLite's own copies are not wiped.
  case secret(Secret)
}

/// A row of a result, valid only while it is the statement's current row.
@safe struct Row {
  private let statement: OpaquePointer

  fileprivate init(_ statement: OpaquePointer) {
    unsafe self.statement = statement
  }

  /// Returns whether `column` has a value other than NULL.
  func has(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(statement, column) != SQLITE_NULL
  }

  /// Returns the number in `column`; 0 for NULL.
  func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(statement, column)
  }

  /// Returns the text in `column`; empty for NULL.
  func text(_ column: Int32) -> String {
    guard let text = unsafe sqlite3_column_text(statement, column) else { return "" }
    return unsafe String(cString: text)
  }

  /// Returns the bytes in `column`; empty for NULL.
  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// Returns the public key in `column`.
  ///
  /// - Throws: `damaged` if the column does not have 32 bytes.
  func key(_ column: Int32) throws(StoreError) -> PublicKey {
    let start = try unsafe start(column)
    return PublicKey(copying: unsafe Span(_unsafeStart: start, count: Secret.size))
  }

  /// Returns the secret in `column`.
  ///
  /// - Throws: `damaged` if the column does not have 32 bytes.
  func secret(_ column: Int32) throws(StoreError) -> Secret {
    let start = try unsafe start(column)
    return Secret(copying: unsafe Span(_unsafeStart: start, count: Secret.size))
  }

  /// Returns the address of the 32 bytes in `column`, valid until the statement continues.
  private func start(_ column: Int32) throws(StoreError) -> UnsafePointer<UInt8> {
    guard let start = unsafe sqlite3_column_blob(statement, column),
      unsafe sqlite3_column_bytes(statement, column) == Int32(Secret.size)
    else { throw .damaged }
    return unsafe start.assumingMemoryBound(to: UInt8.self)
  }
}

extension Database {
  /// Runs the single statement `sql` with `values` for its question marks, and calls `take` with every result row.
  func run(
    _ sql: String, _ values: [Value] = [], take: (Row) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    var prepared: OpaquePointer?
    try check(unsafe sqlite3_prepare_v2(connection, sql, -1, &prepared, nil))
    guard let statement = unsafe prepared else { return }
    defer { unsafe sqlite3_finalize(statement) }
    for (index, value) in values.enumerated() {
      try check(unsafe bind(value, to: statement, at: Int32(index + 1)))
    }
    while true {
      let result = unsafe sqlite3_step(statement)
      guard result != SQLITE_DONE else { return }
      guard result == SQLITE_ROW else { throw failure(result) }
      try take(unsafe Row(statement))
    }
  }

  /// Returns the number in the first column of the last row of `sql`; 0 if there is no row.
  func number(_ sql: String, _ values: [Value] = []) throws(StoreError) -> Int64 {
    var number: Int64 = 0
    try run(sql, values) { number = $0.integer(0) }
    return number
  }

  /// Runs `body` in a transaction, which takes effect as a whole or not at all.
  func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try run("BEGIN IMMEDIATE")
    do throws(StoreError) {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // After some errors, SQLite has already rolled back, and then refuses this statement.
      try? run("ROLLBACK")
      throw error
    }
  }

  private func check(_ result: Int32) throws(StoreError) {
    guard result == SQLITE_OK else { throw failure(result) }
  }

  private func failure(_ result: Int32) -> StoreError {
    StoreError(result, reason: unsafe sqlite3_system_errno(connection))
  }

  private func bind(_ value: Value, to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    switch value {
    case .nothing: unsafe sqlite3_bind_null(statement, parameter)
    case .integer(let number): unsafe sqlite3_bind_int64(statement, parameter, number)
    case .text(let text):
      unsafe sqlite3_bind_text(statement, parameter, strdup(text), -1, { unsafe free($0) })
    case .key(let key): unsafe bind(key.bytes.span, to: statement, at: parameter)
    case .bytes(let bytes): unsafe bind(bytes, to: statement, at: parameter)
    case .secret(let secret): secret.withBytes { unsafe bind($0, to: statement, at: parameter) }
    }
  }

  /// Binds `bytes`, which SQLite copies itself.
  private func bind(_ bytes: [UInt8], to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    unsafe bytes.withUnsafeBytes { bytes in
      unsafe sqlite3_bind_blob(statement, parameter, bytes.baseAddress, Int32(bytes.count), Database.copied)
    }
  }

  /// The constant SQLITE_TRANSIENT, which makes SQLite copy the bytes before the call returns.
  private static var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Binds a copy of 32 `bytes`, which is wiped when SQLite releases it.
  private func bind(_ bytes: Span<UInt8>, to statement: OpaquePointer, at parameter: Int32) -> Int32 {
    guard let copy = unsafe malloc(Secret.size) else { return SQLITE_NOMEM }
    let target = unsafe UnsafeMutableRawBufferPointer(start: copy, count: Secret.size)
    unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    return unsafe sqlite3_bind_blob(
      statement, parameter, copy, Int32(Secret.size),
      { copy in
        guard let copy = unsafe copy else { return }
        unsafe explicit_bzero(copy, Secret.size)
        unsafe free(copy)
      })
  }
}
