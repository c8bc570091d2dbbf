import Model
import Notation
import Platform

/// The removal of keys, links, PINs, addresses and names from a report's text.
struct Redaction {
  /// The placeholders assigned so far.
  private(set) var placeholders = Placeholders()
  /// The names to remove, the longest first.
  private let names: [String]

  /// The minimum number of hexadecimal digits that count as a key, or as a device's address.
  private static let leastHexadecimal = 12
  /// The minimum number of decimal digits that count as a key.
  private static let leastDigits = 16
  /// The minimum number of base64 characters that count as a key.
  private static let leastBase64 = 20
  /// The top-level directories that identify paths, since base64 may also begin with a slash.
  private static let roots: Set<Substring> = [
    "bin", "boot", "dev", "etc", "home", "lib", "lib64", "media", "mnt", "opt", "proc", "root", "run", "sbin",
    "srv", "sys", "tmp", "usr", "var",
  ]
  /// The beginnings of paths that are the same on every machine and name nobody.
  private static let ours = [
    "/bin/", "/dev/", "/etc/modules-load.d/", "/etc/os-release", "/etc/systemd/", "/etc/tiltpad/tiltpad.conf",
    "/etc/udev/", "/lib", "/proc/", "/run/", "/sbin/", "/sys/", "/tmp/", "/usr/", "/var/lib/tiltpad",
  ]
  /// The top-level directories of paths that may name a person or a domain, unless they begin as in `ours`.
  private static let foreign = roots.union(["data", "net", "nix", "storage"])

  /// Returns whether `path` begins like a path that is the same on every machine.
  static func isOurs(_ path: String) -> Bool { ours.contains(where: path.hasPrefix) }

  /// The words that precede a PIN or a number to compare.
  private static let codeWords: Set<String> = ["shows", "accept", "PIN", "code", "pin"]

  /// Creates a removal that also removes `names`, including their JSON form.
  init(names: some Sequence<String>) {
    let escaped = names.map { String(JSON.string($0).text.dropFirst().dropLast()) }
    self.names = Set(escaped).union(names).filter { !$0.isEmpty }.sorted { ($1.count, $0) < ($0.count, $1) }
  }

  /// Returns `text` with placeholders in place of what has to be removed.
  mutating func applied(to text: String) -> String {
    var (result, token, former) = ("", "", "")
    for character in withoutNames(text) + "\n" {
      guard character.isSeparator else {
        token.append(character)
        continue
      }
      result += replaced(token, behind: former)
      result.append(character)
      if token.contains(where: \.isPartOfWord) { former = token }
      token = ""
    }
    return String(result.dropLast())
  }

  /// Returns `text` with placeholders for the known names that are whole words in it.
  private mutating func withoutNames(_ text: String) -> String {
    names.reduce(text) { text, name in
      let parts = text.split(separator: name, omittingEmptySubsequences: false)
      return parts.dropFirst().reduce(String(parts.first ?? "")) { head, tail in
        let isWhole = head.last?.isPartOfWord != true && tail.first?.isPartOfWord != true
        return head + (isWhole ? placeholders.placeholder(.name, for: name) : name) + tail
      }
    }
  }

  /// Returns the placeholder for `token`, or `token` with placeholders for its parts; `former` is the preceding token.
  private mutating func replaced(_ token: String, behind former: String) -> String {
    if token.contains("://") { return placeholders.placeholder(.link, for: token) }
    let core = token.trimmed
    guard core.count == token.count else {
      let end = token.dropFirst(core.count)
      return replaced(String(core), behind: former) + end
    }
    if let equals = token.firstIndex(of: "=") {
      let value = token.index(after: equals)
      let key = String(token[..<equals])
      return replaced(key, behind: former) + "=" + replaced(String(token[value...]), behind: key)
    }
    if Redaction.codeWords.contains(former), token.count == 6, token.allSatisfy(\.isDigit) {
      return placeholders.placeholder(.pin, for: token)
    }
    let first = token.dropFirst().prefix { $0 != "/" }
    if token.hasPrefix("/"), Redaction.foreign.contains(first), !Redaction.isOurs(token) {
      return placeholders.placeholder(.name, for: token)
    }
    return withoutAddress(token) ?? withoutKeys(token)
  }

  /// Returns `token` with a placeholder for its address; nil if `token` contains no address.
  ///
  /// The address may be followed by a port or a prefix length. A loopback or unspecified address stays. More
  /// than six groups of two hexadecimal digits are not a device's address, and count as a key.
  private mutating func withoutAddress(_ token: String) -> String? {
    let groups = token.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
    if groups.count >= 6, groups.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
      return placeholders.placeholder(groups.count == 6 ? .address : .key, for: token)
    }
    let slash = token.firstIndex(of: "/") ?? token.endIndex
    let target = HostAndPort(String(token[..<slash]))
    let texts = [String(token[..<slash]), target?.host].compactMap { $0 }
    for text in texts {
      let number = String(text.prefix { $0 != "%" })
      guard let address = Address(number) else { continue }
      guard !address.isLoopback, address != .any, address.v4 != 0 else { return token }
      let hidden = placeholders.placeholder(.address, for: "\(address)")
      return token.replacing(number, with: hidden, maxReplacements: 1)
    }
    return nil
  }

  /// Returns `token` with placeholders for its parts that look like keys; checks each part of a path.
  private mutating func withoutKeys(_ token: String) -> String {
    if token.contains("."), Double(token) != nil { return token }
    let isPath = token.hasPrefix("/") && Redaction.roots.contains(token.dropFirst().prefix { $0 != "/" })
    var (result, run) = ("", "")
    for character in token + "\n" {
      if character.isBase64, !(isPath && character == "/") {
        run.append(character)
        continue
      }
      result += Redaction.isKey(run) ? placeholders.placeholder(.key, for: run) : run
      run = ""
      result.append(character)
    }
    return String(result.dropLast())
  }

  /// Returns whether `run` looks like a key: hexadecimal digits, or base64 with several kinds of characters.
  private static func isKey(_ run: String) -> Bool {
    if run.count >= (run.allSatisfy(\.isDigit) ? leastDigits : leastHexadecimal), run.allSatisfy(\.isHexDigit)
    {
      return true
    }
    let kinds = [
      run.contains(where: \.isUppercase), run.contains(where: \.isLowercase), run.contains(where: \.isDigit),
    ]
    return run.count >= leastBase64 && kinds.count { $0 } >= 2
  }
}

extension Character {
  /// True if the character separates tokens.
  fileprivate var isSeparator: Bool { isWhitespace || "\"'`,;()<>{}|".contains(self) }
  /// True if the character is an ASCII digit.
  fileprivate var isDigit: Bool { isASCII && isNumber }
  /// True if the character occurs in base64 of either alphabet.
  fileprivate var isBase64: Bool { isASCII && (isLetter || isNumber || "+/_-".contains(self)) }
  /// True if the character may continue a name.
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || self == "_" }
}

extension String {
  /// The text without the punctuation at its end.
  fileprivate var trimmed: Substring {
    var rest = self[...]
    while let last = rest.last, ".:!?".contains(last), rest.count > 1, !rest.hasSuffix("::") {
      rest.removeLast()
    }
    return rest
  }
}
