package import Testing

/// The expected values of the properties of a new object.
package final class Defaults {
  private let type: String
  private let module: String
  private var names: [String] = []

  /// Creates a table for a type of a module.
  package init(_ type: String, in module: String) {
    self.type = type
    self.module = module
  }

  /// Compares a property's value.
  package func row<Value: Equatable>(
    _ name: String, _ value: Value, _ expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(
      !names.contains(name), "\(type).\(name) is listed twice", sourceLocation: sourceLocation)
    names.append(name)
    #expect(value == expected, "\(type).\(name)", sourceLocation: sourceLocation)
  }

  /// Fails for each property that the sources of the type declare and that has no row.
  package func finish(sourceLocation: SourceLocation = #_sourceLocation) {
    let declared = PublicProperties.declared(by: type, in: module)
    #expect(!declared.isEmpty, sourceLocation: sourceLocation)
    let missing = declared.subtracting(names).sorted()
    #expect(missing == [], "properties of \(type) without a row", sourceLocation: sourceLocation)
  }
}
