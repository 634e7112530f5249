extension QAPlan {
  private static let builtIn = ["seeds": seeds, "viewer": viewer, "feel": feel]

  /// The names of the plans that the program has, the usual one first.
  package static let builtInNames = ["seeds", "viewer", "feel"]

  /// The plan with a name; `nil` for a name that the program does not have.
  package init?(named name: String) {
    guard let text = Self.builtIn[name],
      let plan = try? QAPlan(parsing: text, file: name)
    else { return nil }
    self = plan
  }
}
