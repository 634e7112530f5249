import Foundation
import SwiftSyntax

/// Collects the changes that apply to one expression.
///
/// Closures and `if` and `switch` expressions inside it have sites of their own and are left out.
final class EditCollector: SyntaxVisitor {
  private(set) var edits: [Edit] = []
  private let root: Syntax

  /// Returns the changes to `expression`, innermost last.
  static func edits(to expression: ExprSyntax) -> [Edit] {
    let collector = EditCollector(root: Syntax(expression))
    collector.walk(expression)
    return collector.edits
  }

  private init(root: Syntax) {
    self.root = root
    super.init(viewMode: .sourceAccurate)
  }

  private func replace(_ node: some SyntaxProtocol, by texts: String...) {
    edits += texts.map { Edit(range: node.bytes, replacement: $0) }
  }

  // MARK: Operators

  private static let operators: [String: [String]] = [
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "===": ["!=="], "!==": ["==="],
    "&&": ["||"], "||": ["&&"],
    "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"], "%": ["*"],
    "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="],
  ]

  /// What is added to the end of a range, so that its type stays.
  private static let ends = ["..<": "+ 1", "...": "- 1"]

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let spelling = node.operator.as(BinaryOperatorExprSyntax.self)?.operator else {
      return .visitChildren
    }
    if spelling.text == "??" {
      replace(node, by: "(\(node.rightOperand.trimmedDescription))")
    }
    if let change = Self.ends[spelling.text], !node.rightOperand.is(IntegerLiteralExprSyntax.self) {
      replace(node.rightOperand, by: "(\(node.rightOperand.trimmedDescription)) \(change)")
    }
    // Texts have no other operator than +.
    if spelling.text == "+", node.leftOperand.isText || node.rightOperand.isText {
      return .visitChildren
    }
    for other in Self.operators[spelling.text] ?? [] { replace(spelling, by: other) }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if ["-", "!"].contains(node.operator.text) { replace(node.operator, by: "") }
    return .visitChildren
  }

  override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
    edits += Self.negation(of: node.condition)
    return .visitChildren
  }

  /// The negation of a condition; nothing where a change to its own operator negates it.
  static func negation(of condition: ExprSyntax) -> [Edit] {
    if condition.is(InfixOperatorExprSyntax.self) || condition.is(PrefixOperatorExprSyntax.self)
      || condition.is(BooleanLiteralExprSyntax.self)
    {
      return []
    }
    return [Edit(range: condition.bytes, replacement: "!(\(condition.trimmedDescription))")]
  }

  // MARK: Literals

  override func visit(_ node: FloatLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = Double(node.literal.text.filter { $0 != "_" }) else { return .skipChildren }
    if value == 0 {
      replace(node, by: "0.05")
    } else {
      replace(node, by: Self.text(value * 1.05), Self.text(value * 0.95))
    }
    return .skipChildren
  }

  /// The number without the last bits' noise.
  private static func text(_ value: Double) -> String {
    "\(Double(String(format: "%.12g", value)) ?? value)"
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    guard let value = Self.integer(node.literal.text) else { return .skipChildren }
    let step = max(1, value / 20)
    replace(node, by: "\(value + step)")
    if value > 0 { replace(node, by: "\(value - step)") }
    return .skipChildren
  }

  private static func integer(_ text: String) -> Int? {
    let digits = text.filter { $0 != "_" }
    let radixes = ["0x": 16, "0b": 2, "0o": 8]
    guard let radix = radixes[String(digits.prefix(2))] else { return Int(digits) }
    return Int(digits.dropFirst(2), radix: radix)
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    replace(node, by: node.literal.text == "true" ? "false" : "true")
    return .skipChildren
  }

  // MARK: Calls

  private static let opposites = ["min": "max", "max": "min"]
  private static let checks: Set = ["precondition", "assert", "preconditionFailure", "fatalError"]

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called =
      node.calledExpression.as(DeclReferenceExprSyntax.self)
      ?? node.calledExpression.as(MemberAccessExprSyntax.self)?.declName
    guard let name = called?.baseName else { return .visitChildren }
    if Self.checks.contains(name.text) { return .skipChildren }
    if let opposite = Self.opposites[name.text] { replace(name, by: opposite) }
    return .visitChildren
  }

  // MARK: What is left out

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: KeyPathExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
  override func visit(_ node: TypeExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether this is a literal text, or one joined with others.
  fileprivate var isText: Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      return infix.leftOperand.isText || infix.rightOperand.isText
    }
    return self.is(StringLiteralExprSyntax.self)
  }
}

extension SyntaxProtocol {
  /// The bytes of the node in its file, without the trivia around them.
  var bytes: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }
}
