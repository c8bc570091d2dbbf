import Model

/// A form that is posted to a controller's web server, on the usual port (RFC 9112, HTML).
struct FormPost: Sendable {
  /// The port of web servers.
  static let port: UInt16 = 80

  /// The path on the server that accepts the form.
  let path: String
  /// The fields, such as `a=1&b=2`.
  let fields: String

  /// Returns the request that posts the form to `address`.
  func request(to address: Address) -> [UInt8] {
    let head = [
      "POST \(path) HTTP/1.1", "Host: \(address.inURL)", "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: \(fields.utf8.count)", "Connection: close",
    ]
    return Array((head.joined(separator: "\r\n") + "\r\n\r\n" + fields).utf8)
  }
}
