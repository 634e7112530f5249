package import OverscrollLab
package import OverscrollShell

extension QAPlan.Step {
  /// The script with which the step begins: its scene with its settings, without events.
  package func script() throws(Failure) -> Script { try script(with: []) }

  /// The script with which the step begins, and events.
  private func script(with events: [JSONValue]) throws(Failure) -> Script {
    if let unknown = settings.keys.filter({ !isSetting($0) }).min() {
      let known = Script.Property.Name.allCases.map(\.rawValue).joined(separator: ", ")
      throw Failure(message: "\(id): unknown property \"\(unknown)\"; the properties are \(known)")
    }
    var header = JSONObject()
    header.add("overscroll", Script.versions.upperBound)
    if let scene { header.add("scene", scene) }
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) {
      header.add(name, json: value.text)
    }
    do throws(ScriptError) {
      let lines = [header.text] + events.map(\.text)
      return try Script(
        parsing: lines.joined(separator: "\n"), file: id, scenes: Scenes.all)
    } catch {
      throw Failure(message: "\(id): \(error.problem)")
    }
  }

  /// Returns whether a name is that of a property, or may be that of a parameter of the scene.
  private func isSetting(_ name: String) -> Bool {
    Script.Property.Name(rawValue: name) != nil || (scene != nil && name.hasPrefix("scene."))
  }

  /// The script with the step's demo, or that of the scene; `nil` for steps that have none.
  package func demo() throws(Failure) -> Script? {
    guard demo.isEmpty else { return try script(with: demo) }
    guard scene != nil else { return nil }
    var script = try script()
    script.events = script.header.scene?.card.demo ?? []
    return script.events.isEmpty ? nil : script
  }
}
