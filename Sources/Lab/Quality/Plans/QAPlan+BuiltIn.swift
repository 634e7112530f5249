extension QAPlan {
  /// The names of the plans that the program has, the usual one first.
  package static let builtInNames = ["seeds", "viewer", "feel"]

  /// The plan with a name; `nil` for a name that the program does not have.
  package init?(named name: String) throws(LabError) {
    switch name {
    case "seeds": try self.init(parsing: Self.seeds, file: "seeds")
    case "viewer": try self.init(parsing: Self.viewer, file: "viewer")
    case "feel": try self.init(parsing: Self.feel, file: "feel")
    default: return nil
    }
  }
}
