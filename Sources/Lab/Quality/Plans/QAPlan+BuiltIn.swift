extension QAPlan {
  private static let builtIn = [
    "uikit": uikit, "viewer": viewer, "feel": feel, "xwayland": xwayland,
  ]

  /// Former names, which are read and not listed.
  private static let aliases = ["seeds": "uikit"]

  /// The names of the plans that the program has, the usual one first.
  package static let builtInNames = ["uikit", "viewer", "feel", "xwayland"]

  /// The plan with a name; `nil` for a name that the program does not have.
  package init?(named name: String) {
    guard let text = Self.builtIn[Self.aliases[name] ?? name],
      let plan = try? QAPlan(parsing: text, file: name)
    else { return nil }
    self = plan
  }
}
