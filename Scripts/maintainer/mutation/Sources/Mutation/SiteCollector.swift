import SwiftSyntax

/// Collects the sites of a file, in the order of their starts.
final class SiteCollector: SyntaxVisitor {
  private(set) var sites: [MutationSite] = []

  static func sites(in file: some SyntaxProtocol) -> [MutationSite] {
    let collector = SiteCollector(viewMode: .sourceAccurate)
    collector.walk(file)
    return collector.sites.sorted {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
  }

  private func add(_ node: some SyntaxProtocol, _ form: MutationSite.Form, _ edits: [Edit]) {
    guard !edits.isEmpty else { return }
    sites.append(MutationSite(range: node.bytes, form: form, edits: edits))
  }

  /// Adds an expression that Swift lets a `switch` expression replace.
  private func addValue(_ expression: ExprSyntax) {
    guard !expression.isBranching else { return }
    add(expression, .value, EditCollector.edits(to: expression))
  }

  private func addCondition(_ expression: ExprSyntax) {
    guard !expression.tokens(viewMode: .sourceAccurate).contains(where: \.isEffectMarker) else {
      return
    }
    add(
      expression, .condition,
      EditCollector.edits(to: expression) + EditCollector.negation(of: expression))
  }

  private func addOperand(_ expression: ExprSyntax) {
    guard !expression.isBranching else { return }
    add(expression, .operand, EditCollector.edits(to: expression))
  }

  // MARK: Statements

  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind {
    let isValue = node.isValue
    for item in node {
      switch item.item {
      case .expr(let expression): add(expression, isValue: isValue)
      case .stmt(let statement):
        if let value = statement.as(ReturnStmtSyntax.self)?.expression { addValue(value) }
      case .decl: break
      }
    }
    return .visitChildren
  }

  private func add(_ expression: ExprSyntax, isValue: Bool) {
    guard !expression.isBranching else { return }
    var edits = EditCollector.edits(to: expression)
    if isValue {
      // A lone assignment in a closure has a value too: none.
      if expression.isAssignment { edits.append(Edit(range: expression.bytes, replacement: "()")) }
      add(expression, .value, edits)
    } else {
      if expression.canBeRemoved {
        edits.append(Edit(range: expression.bytes, replacement: nil))
      }
      add(expression, .statement, edits)
    }
  }

  // MARK: Values and operands

  override func visit(_ node: InitializerClauseSyntax) -> SyntaxVisitorContinueKind {
    guard let parent = node.parent else { return .visitChildren }
    if parent.is(EnumCaseElementSyntax.self) { return .skipChildren }
    if parent.is(PatternBindingSyntax.self) {
      addValue(node.value)
    } else {
      addOperand(node.value)
    }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    addOperand(node.sequence)
    return .visitChildren
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    addOperand(node.subject)
    return .visitChildren
  }

  // MARK: Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    if case .expression(let condition) = node.condition { addCondition(condition) }
    return .visitChildren
  }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    addCondition(node.condition)
    return .visitChildren
  }

  override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
    addCondition(node.condition)
    return .visitChildren
  }

  // MARK: What is left out

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    .skipChildren
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether the expression is an `if` or a `switch`, whose branches are sites themselves.
  fileprivate var isBranching: Bool { self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) }

  fileprivate var isAssignment: Bool {
    guard let infix = self.as(InfixOperatorExprSyntax.self) else { return false }
    if infix.operator.is(AssignmentExprSyntax.self) { return true }
    let spelling = infix.operator.as(BinaryOperatorExprSyntax.self)?.operator.text ?? ""
    return ["+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="].contains(spelling)
  }

  /// A Boolean value that indicates whether the code around the statement compiles without it, as far as syntax shows.
  fileprivate var canBeRemoved: Bool {
    if let call = self.as(FunctionCallExprSyntax.self) {
      let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text
      let member = call.calledExpression.as(MemberAccessExprSyntax.self)
      if member?.declName.baseName.text == "init" { return false }
      return !["precondition", "assert", "preconditionFailure", "fatalError"].contains(name)
    }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.canBeRemoved }
    if let chain = self.as(OptionalChainingExprSyntax.self) { return chain.expression.canBeRemoved }
    // What these assign has no value before.
    return isAssignment && !Syntax(self).isInInitializer && !isFirstAssignment
  }

  /// A Boolean value that indicates whether the statement assigns a variable that its declaration leaves without a value.
  private var isFirstAssignment: Bool {
    guard let infix = self.as(InfixOperatorExprSyntax.self),
      let variable = infix.leftOperand.as(DeclReferenceExprSyntax.self)?.baseName.text
    else { return false }
    var node = Syntax(self).parent
    while let current = node, !current.is(FunctionDeclSyntax.self) {
      let items = current.as(CodeBlockItemListSyntax.self)
      let bindings = (items ?? []).flatMap { item -> [PatternBindingSyntax] in
        guard case .decl(let declaration) = item.item else { return [] }
        return Array(declaration.as(VariableDeclSyntax.self)?.bindings ?? [])
      }
      if bindings.contains(where: {
        $0.initializer == nil && $0.pattern.trimmedDescription == variable
      }) {
        return true
      }
      node = current.parent
    }
    return false
  }
}

extension Syntax {
  fileprivate var isInInitializer: Bool {
    var node = parent
    while let current = node {
      if current.is(InitializerDeclSyntax.self) { return true }
      if current.is(FunctionDeclSyntax.self) || current.is(AccessorDeclSyntax.self) { return false }
      node = current.parent
    }
    return false
  }
}

extension TokenSyntax {
  fileprivate var isEffectMarker: Bool {
    tokenKind == .keyword(.try) || tokenKind == .keyword(.await)
  }
}

extension CodeBlockItemListSyntax {
  /// A Boolean value that indicates whether the only statement is an expression whose value is used.
  fileprivate var isValue: Bool {
    guard count == 1, let parent else { return false }
    if parent.is(ClosureExprSyntax.self) || parent.is(AccessorBlockSyntax.self) { return true }
    if let branch = parent.as(SwitchCaseSyntax.self) {
      return branch.parent?.parent?.as(SwitchExprSyntax.self).map(Syntax.init)?.isUsed ?? false
    }
    guard let owner = parent.as(CodeBlockSyntax.self)?.parent else { return false }
    if let function = owner.as(FunctionDeclSyntax.self) {
      let type = function.signature.returnClause?.type.trimmedDescription ?? "Void"
      return type != "Void" && type != "()"
    }
    if let accessor = owner.as(AccessorDeclSyntax.self) {
      return accessor.accessorSpecifier.text == "get"
    }
    return owner.is(IfExprSyntax.self) && owner.isUsed
  }
}

extension Syntax {
  /// A Boolean value that indicates whether the value of an `if` or `switch` expression is used.
  fileprivate var isUsed: Bool {
    guard let parent else { return false }
    if parent.is(ReturnStmtSyntax.self) || parent.is(InitializerClauseSyntax.self)
      || parent.is(InfixOperatorExprSyntax.self)
    {
      return true
    }
    if parent.is(IfExprSyntax.self) { return parent.isUsed }
    let item = parent.is(ExpressionStmtSyntax.self) ? parent.parent : parent
    return item?.as(CodeBlockItemSyntax.self)?.parent?.as(CodeBlockItemListSyntax.self)?.isValue
      ?? false
  }
}
