// Prints the places of Swift files where scripts/test/mutants can plant a fault, as a line of JSON for each:
//
// plant FILE...
//
// `start` and `end` are the offsets of the original text in bytes, and `mutated` is the text with the fault.
// The text with the switch is `prefix`, the original text and `suffix`, one after the other; `#` in `prefix`
// stands for the mutant's number.

import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// A place where a fault can be planted.
struct Place: Encodable {
  var file: String
  var line: Int
  var kind: String
  var start: Int
  var end: Int
  var mutated: String
  var prefix: String
  var suffix: String
}

/// The operators that a fault replaces, each with the other operator and the kind of fault.
let confusions: [String: (other: String, kind: String)] = [
  "<": ("<=", "comparison"), "<=": ("<", "comparison"), ">": (">=", "comparison"), ">=": (">", "comparison"),
  "==": ("!=", "comparison"), "!=": ("==", "comparison"),
  "&&": ("||", "logic"), "||": ("&&", "logic"),
  "+": ("-", "operator"), "-": ("+", "operator"), "&+": ("&-", "operator"), "&-": ("&+", "operator"),
  "*": ("+", "operator"), "/": ("*", "operator"), "%": ("/", "operator"),
  "<<": (">>", "operator"), ">>": ("<<", "operator"), "&": ("|", "operator"), "|": ("&", "operator"),
  "+=": ("-=", "operator"), "-=": ("+=", "operator"), "&+=": ("&-=", "operator"), "&-=": ("&+=", "operator"),
]

/// The upper bounds of ranges, changed so that the range has one element more or less.
let bounds = ["..<": "+ 1", "...": "- 1"]

/// The functions that a fault exchanges.
let functions = ["min": "max", "max": "min"]

/// Functions that end the program if their caller makes a mistake, which no test does on purpose.
let traps: Set<String> = ["precondition", "preconditionFailure", "fatalError", "assert"]

/// Calls without which an initializer does not compile.
let needed: Set<String> = ["self.init", "super.init"]

/// Attributes of code that is also compiled as part of other modules, which cannot use the switch of the
/// faults.
let shared: Set<String> = ["inlinable", "usableFromInline", "backDeployed"]

/// Collects the places in one file at which a fault can be planted.
final class Search: SyntaxAnyVisitor {
  private let file: String
  private let lines: SourceLocationConverter
  private(set) var places: [Place] = []

  init(file: String, tree: Syntax) {
    self.file = file
    lines = SourceLocationConverter(fileName: file, tree: tree)
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    isOutOfReach(node) ? .skipChildren : .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.calledExpression.trimmedDescription
    if traps.contains(name) { return .skipChildren }
    if let other = functions[name] {
      swap(node, kind: "operator", with: text(node, replacing: node.calledExpression, with: other))
    }
    return .visitChildren
  }

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    let name = node.operator.trimmedDescription
    if let (other, kind) = confusions[name] {
      swap(node, kind: kind, with: text(node, replacing: node.operator, with: other))
    }
    if let change = bounds[name] {
      swap(node.rightOperand, kind: "off by one", with: "(\(node.rightOperand.trimmedDescription)) \(change)")
    }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" { swap(node, kind: "logic", with: node.expression.trimmedDescription) }
    return .visitChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    swap(node, kind: "logic", with: node.literal.text == "true" ? "false" : "true")
    return .skipChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    for change in ["+ 1", "- 1"] where change == "+ 1" || node.literal.text != "0" {
      swap(node, kind: "off by one", with: "(\(node.literal.text) \(change))")
    }
    return .skipChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    for condition in node.conditions {
      guard let condition = condition.condition.as(ExprSyntax.self) else { continue }
      add(condition, kind: "guard", mutated: "true", prefix: "(is_mutant(#) || (", suffix: "))")
    }
    return .visitChildren
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if isLostCall(node) {
      add(node.item, kind: "lost call", mutated: "", prefix: "if !is_mutant(#) { ", suffix: " }")
    }
    return .visitChildren
  }

  /// Adds a place where the text of an expression becomes `mutated`.
  private func swap(_ node: some ExprSyntaxProtocol, kind: String, with mutated: String) {
    add(node, kind: kind, mutated: mutated, prefix: "(is_mutant(#) ? (\(mutated)) : (", suffix: "))")
  }

  private func add(
    _ node: some SyntaxProtocol, kind: String, mutated: String, prefix: String, suffix: String
  ) {
    let start = node.positionAfterSkippingLeadingTrivia
    places.append(
      Place(
        file: file, line: lines.location(for: start).line, kind: kind, start: start.utf8Offset,
        end: node.endPositionBeforeTrailingTrivia.utf8Offset, mutated: mutated, prefix: prefix, suffix: suffix
      ))
  }

  /// Returns the text of `node` with that of its child `part` replaced.
  private func text(_ node: some SyntaxProtocol, replacing part: some SyntaxProtocol, with other: String)
    -> String
  {
    let first = node.positionAfterSkippingLeadingTrivia.utf8Offset
    var bytes = Array(node.trimmedDescription.utf8)
    bytes.replaceSubrange(
      part.positionAfterSkippingLeadingTrivia.utf8Offset - first..<part.endPositionBeforeTrailingTrivia
        .utf8Offset - first, with: Array(other.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Returns whether `node` must not contain the switch of a fault.
///
/// This is true of generic arguments, expression patterns, enum cases, attributes, macros, default values of
/// parameters, and code that is also compiled as part of other modules.
func isOutOfReach(_ node: Syntax) -> Bool {
  if let list = node.asProtocol((any WithAttributesSyntax).self)?.attributes,
    list.contains(where: {
      shared.contains($0.as(AttributeSyntax.self)?.attributeName.trimmedDescription ?? "")
    })
  {
    return true
  }
  let kinds: [any SyntaxProtocol.Type] = [
    AttributeSyntax.self, EnumCaseElementSyntax.self, ExpressionPatternSyntax.self,
    GenericArgumentClauseSyntax.self, MacroExpansionExprSyntax.self,
  ]
  return kinds.contains { node.is($0) }
    || node.parent?.is(FunctionParameterSyntax.self) == true && node.is(InitializerClauseSyntax.self)
}

/// Returns whether `item` is a call whose result is unused: another statement of its block follows it, or the
/// function that contains it returns nothing.
func isLostCall(_ item: CodeBlockItemSyntax) -> Bool {
  var call = item.item.as(ExprSyntax.self)
  if let attempt = call?.as(TryExprSyntax.self) { call = attempt.expression }
  guard let call = call?.as(FunctionCallExprSyntax.self),
    !traps.union(needed).contains(call.calledExpression.trimmedDescription),
    let list = item.parent?.as(CodeBlockItemListSyntax.self)
  else { return false }
  if list.count > 1 { return list.last?.id != item.id || returnsNothing(Syntax(list)) }
  return returnsNothing(Syntax(list))
}

/// Returns whether `node` is in an initializer or a function without a result, but in no closure or accessor.
func returnsNothing(_ node: Syntax) -> Bool {
  if node.is(ClosureExprSyntax.self) || node.is(AccessorDeclSyntax.self) || node.is(PatternBindingSyntax.self)
  {
    return false
  }
  if let function = node.as(FunctionDeclSyntax.self) { return function.signature.returnClause == nil }
  if node.is(InitializerDeclSyntax.self) { return true }
  return node.parent.map(returnsNothing) ?? false
}

let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
for file in CommandLine.arguments.dropFirst() {
  let source = Parser.parse(source: try String(contentsOfFile: file, encoding: .utf8))
  let tree = OperatorTable.standardOperators.foldAll(source) { _ in }
  let search = Search(file: file, tree: tree)
  search.walk(tree)
  for place in search.places { print(String(decoding: try encoder.encode(place), as: UTF8.self)) }
}
