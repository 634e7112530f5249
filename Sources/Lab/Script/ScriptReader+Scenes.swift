import OverscrollBase

extension Script.Header {
  /// The scroll views that calls and settings can name, besides the main one.
  package var scrollViewNames: [String] {
    scene?.card.scrollViews ?? scrollViews.map(\.name)
  }

  /// The names that `--set` takes: the parameters of the scene, and the properties.
  package var assignableNames: [String] {
    let own = scene?.card.parameters.map { ScriptFields.scenePrefix + $0.name } ?? []
    return own + ScriptFields.propertyNames
  }
}

extension ScriptFields {
  /// The scene that the header names, with its parameters.
  func scene(_ scenes: SceneRegistry?) throws(Problem) -> Script.Scene {
    let name = try string("scene")
    guard var scene = scenes?.scene(name) else {
      let names = scenes?.names ?? []
      throw Problem(
        text: "\"scene\" is \"\(name)\""
          + (names.isEmpty
            ? ", which this program does not have"
            : "; it must be one of \(names.joined(separator: ", "))"))
    }
    for setting in try sceneSettings(of: scene.card) {
      scene.values[setting.parameter] = setting.value
    }
    return scene
  }

  /// What a `set` changes: properties of a scroll view, or parameters of the scene.
  func assignment(_ scene: Script.Scene?) throws(Problem) -> Script.Action {
    let own = fields.keys.filter { $0.hasPrefix(Self.scenePrefix) }
    guard !own.isEmpty else { return .set(try settings(areKnown: true)) }
    guard let scene else {
      throw Problem(text: "\"\(own.sorted()[0])\" needs a \"scene\" in the header")
    }
    guard own.count == fields.count else {
      throw Problem(text: "\"set\" must have either properties or parameters of the scene")
    }
    return .setScene(try sceneSettings(of: scene.card))
  }

  static let scenePrefix = "scene."

  /// The parameters of a scene among the fields, in the order of its card.
  func sceneSettings(of card: SceneCard) throws(Problem) -> [Script.SceneSetting] {
    let names = fields.keys.filter { $0.hasPrefix(Self.scenePrefix) }
      .map { String($0.dropFirst(Self.scenePrefix.count)) }
    let known = card.parameters.map(\.name)
    if let unknown = names.sorted().first(where: { !known.contains($0) }) {
      throw Problem(
        text: known.isEmpty
          ? "the scene \(card.name) has no parameters, so none named \"\(unknown)\""
          : "\"scene.\(unknown)\" is not a parameter of \(card.name), which has "
            + known.map { Self.scenePrefix + $0 }.joined(separator: ", "))
    }
    var settings: [Script.SceneSetting] = []
    for parameter in card.parameters where names.contains(parameter.name) {
      settings.append(Script.SceneSetting(parameter.name, try value(of: parameter)))
    }
    return settings
  }

  private func value(of parameter: SceneParameter) throws(Problem) -> Script.Value {
    let name = Self.scenePrefix + parameter.name
    switch parameter.kind {
    case .flag: return .bool(try bool(name))
    case .number(let range):
      let number = try number(name)
      guard range.contains(number) else {
        throw Problem(
          text: "\"\(name)\" must be from \(NumberText.shortest(range.lowerBound)) to "
            + NumberText.shortest(range.upperBound))
      }
      return .number(number)
    case .choice(let words):
      let word = try string(name)
      guard words.contains(word) else {
        throw Problem(
          text: "\"\(name)\" is \"\(word)\"; it must be one of \(words.joined(separator: ", "))")
      }
      return .word(word)
    }
  }

  /// The scroll view that an event is for.
  func target(in header: Script.Header) throws(Problem) -> String {
    let name = try string("target")
    let names = header.scrollViewNames
    guard names.contains(name) else {
      throw Problem(
        text: names.isEmpty
          ? "\"target\" is \"\(name)\", but there is only the main scroll view"
          : "\"target\" is \"\(name)\"; it must be one of \(names.joined(separator: ", "))")
    }
    return name
  }
}

extension Script.Header {
  /// Returns the header with a parameter of its scene set, from a name with `scene.` and a value as JSON.
  package func with(
    sceneParameter name: String, _ value: JSONValue, file: String
  ) throws(ScriptError) -> Self {
    do throws(ScriptFields.Problem) {
      guard var scene else { throw ScriptFields.Problem(text: "\(name) needs a scene") }
      for setting in try ScriptFields([name: value]).sceneSettings(of: scene.card) {
        scene.values[setting.parameter] = setting.value
      }
      var header = self
      header.scene = scene
      return header
    } catch {
      throw ScriptError(file: file, line: 1, problem: error.text)
    }
  }
}
