import Console
import Layouts
import Local
import Model
import Notation
import Platform
import Wire

/// The access of a command to the layouts of a web gateway.
struct LayoutGateway {
  private let path: String
  private let context: String

  /// Creates the access to the gateway whose socket is at `path`; messages of failures name `context`.
  init(path: String, while context: String) { (self.path, self.context) = (path, context) }

  /// Returns the text of the answer to `request`.
  ///
  /// - Throws: a failure if the gateway cannot be reached, does not answer or refuses.
  @discardableResult
  func ask(_ request: LayoutRequest) throws(Failure) -> String {
    let question = GatewayQuestion(path: path, context: context)
    let answer = try question.answer(to: request.bytes, parsing: LayoutAnswer.init(parsing:))
    guard answer.result == .done else { throw Failure(answer, to: request, while: context) }
    return answer.text
  }

  /// Returns one object for each layout that fits in the gateway's list, with its `id` and `name`.
  ///
  /// A layout that comes with Tiltpad also has `shipped`, and a kept layout has `by` and `offered`.
  func list() throws(Failure) -> [JSON] {
    let text = Array(try ask(LayoutRequest(.list)).utf8)
    guard case .array(let layouts) = try? JSON(parsing: text.span, limit: LayoutAnswer.longest) else {
      throw Failure(silentGateway: path, while: context)
    }
    return layouts
  }
}

extension Failure {
  /// Creates the failure of a request that the gateway has refused.
  fileprivate init(_ answer: LayoutAnswer, to request: LayoutRequest, while context: String) {
    let (what, remedy) =
      switch answer.result {
      case .done, .unknown: ("there is no such layout: \(request.id)", "tiltpad layout list")
      case .forbidden:
        ("the host keeps no layouts", "set layouts in [web] of the configuration to players or host")
      case .faults:
        (
          "the layout has faults: \(answer.text.split(separator: "\n").joined(separator: ", "))",
          "tiltpad layout check FILE"
        )
      case .taken:
        (
          "a layout of the page, or of a player, has the id \(request.id)",
          "give the layout another id, or remove the player's first"
        )
      case .full: ("the host keeps as many layouts as it can", "tiltpad layout remove ID")
      case .disk: ("the gateway cannot write to its disk", "journalctl -u tiltpad-web")
      case .size: ("the layout is longer than \(LayoutFile.mostBytes) bytes", "remove something from it")
      }
    self.init(what, while: context, try: remedy)
  }
}

extension LayoutOrder {
  /// Carries out the order at `gateway`; returns the text to print.
  ///
  /// - Throws: a failure that explains what is wrong.
  func carryOut(at gateway: LayoutGateway, asJSON isJSON: Bool) throws(Failure) -> String {
    switch self {
    case .list:
      let layouts = try gateway.list()
      return isJSON ? layouts.map { $0.text + "\n" }.joined() : LayoutLines.table(layouts)
    case .show(let id):
      let text = try gateway.ask(LayoutRequest(.read, id: id))
      let entry = try gateway.list().first { $0["id"]?.string == id } ?? .object([("id", .string(id))])
      return isJSON ? LayoutLines.json(entry, text) : LayoutLines.lines(entry, text)
    case .keep(let file): return try keep(file, at: gateway)
    case .export(let id, let file):
      let text = try gateway.ask(LayoutRequest(.read, id: id))
      guard file != "-" else { return text + "\n" }
      do throws(SystemError) { try FileContents.write(Array("\(text)\n".utf8), to: file) } catch {
        throw Failure("cannot write \(file): \(error.reason)", while: context, try: "name another FILE")
      }
      return "\(file.visible)\n"
    case .offer(let id, let number):
      try gateway.ask(LayoutRequest(.offer, id: id, offer: number))
      return "\(id): \(LayoutLines.offer(Int(number)))\n"
    case .remove(let id):
      try gateway.ask(LayoutRequest(.remove, id: id))
      return "\(id): removed\n"
    }
  }

  private func keep(_ file: String, at gateway: LayoutGateway) throws(Failure) -> String {
    var bytes: [UInt8]
    do throws(SystemError) {
      bytes =
        file == "-"
        ? Stream.input.readToEnd(atMost: LayoutFile.mostBytes + 1) ?? [] : try FileContents.read(file)
    } catch {
      throw Failure("cannot read \(file): \(error.reason)", while: context, try: "name another FILE")
    }
    let faults = LayoutFile.faults(in: bytes.span).map(\.text).sorted()
    guard faults.isEmpty, let layout = CompactLayout(bytes.span) else {
      throw Failure(
        "the layout has faults: \((faults.isEmpty ? ["size"] : faults).joined(separator: ", "))",
        while: context, try: "tiltpad layout check \(file)")
    }
    bytes = Array(layout.text.utf8)
    try gateway.ask(LayoutRequest(.keep, id: layout.id, text: bytes))
    return "\(layout.id): kept\n"
  }
}
