import OverscrollBase
package import ScrollEngine
package import ScrollGeometry

/// The description of a scene.
package struct SceneCard: Sendable {
  /// The name by which scripts and commands know the scene.
  package var name: String
  package var title: String
  /// The behaviors that the scene shows, such as `content.grid`.
  package var ids: [String]
  /// The size of the scene's window, in points.
  package var viewport: Size
  /// The properties of the main scroll view that differ from a new view's.
  package var properties: [Script.Setting] = []
  package var parameters: [SceneParameter] = []
  /// The names of the scroll views besides the main one.
  package var scrollViews: [String] = []
  /// The name of the main scroll view for people, beside those of ``scrollViews``.
  package var mainScrollView = SceneCard.usualMainName
  /// What the user sees who tries the scene, in one sentence.
  package var expectation: String
  /// Input that shows the scene's claim.
  package var demo: [Script.TimedEvent]
  /// The time in the demo at which a still of the scene tells it from others, in seconds.
  package var stillTime = 0.0

  /// The name of a main scroll view that has none of its own.
  package static let usualMainName = "main"
}

/// A parameter of a scene, which scripts set as `scene.NAME`.
package struct SceneParameter: Hashable, Sendable {
  /// The type of a parameter and its range.
  package enum Kind: Hashable, Sendable {
    case flag
    case number(ClosedRange<Double>)
    case choice([String])
  }

  /// The name in scripts, without `scene.`.
  package let name: String
  /// The name for people.
  package let title: String
  package let kind: Kind
  package let defaultValue: Script.Value

  private init(_ name: String, _ title: String, _ kind: Kind, _ value: Script.Value) {
    self.name = name
    self.title = title
    self.kind = kind
    defaultValue = value
  }

  /// A parameter that is true or false.
  package static func flag(_ name: String, _ title: String, default value: Bool = false) -> Self {
    Self(name, title, .flag, .bool(value))
  }

  /// A number in a range.
  package static func number(
    _ name: String, _ title: String, _ range: ClosedRange<Double>, default value: Double
  ) -> Self {
    Self(name, title, .number(range), .number(value))
  }

  /// One of a list of words, by default the first.
  package static func choice(_ name: String, _ title: String, _ words: [String]) -> Self {
    Self(name, title, .choice(words), .word(words.first ?? ""))
  }
}

extension Script {
  /// A scene and the values of its parameters.
  package struct Scene: Sendable {
    package let kind: any LabScene.Type
    /// The parameters that differ from the defaults, by name.
    package var values: [String: Value]

    package init(_ kind: any LabScene.Type, values: [String: Value] = [:]) {
      self.kind = kind
      self.values = values
    }

    package var card: SceneCard { kind.card }

    /// The value of a parameter; the default where it was not set.
    package func value(of parameter: SceneParameter) -> Value {
      values[parameter.name] ?? parameter.defaultValue
    }
  }

  /// A scene's parameter and its new value.
  package struct SceneSetting: Hashable, Sendable {
    package let parameter: String
    package let value: Value

    package init(_ parameter: String, _ value: Value) {
      self.parameter = parameter
      self.value = value
    }
  }
}

extension Script.Scene: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.values == right.values
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(kind))
    hasher.combine(values)
  }
}

/// A prepared stage: views with a look, parameters of its own, and a demo.
///
/// A scene builds its views once, in a new object. A stage that starts again makes another object.
package protocol LabScene: AnyObject, SendableMetatype {
  /// The scene's description.
  static var card: SceneCard { get }

  init()

  /// Adds the scene's views to `root`, which fills the window, and registers its scroll views with `stage`.
  func build(in root: View, _ stage: Stage)

  /// The appearance of the scene's views; the other views are not drawn, but their subviews are.
  var looks: [ObjectIdentifier: Look] { get }

  /// How far it has moved the content back, to where it looks the same, which no one sees: the sum, in points.
  var recentered: Point { get }

  /// Changes a parameter of ``SceneCard/parameters`` to a value of its kind.
  func set(_ parameter: String, _ value: Script.Value)
}

extension LabScene {
  package var recentered: Point { .zero }

  /// Does nothing.
  package func set(_ parameter: String, _ value: Script.Value) {}
}

/// The scenes that scripts can name.
package struct SceneRegistry: Sendable {
  /// The scenes in the order of lists: first those that a bench needs, then more, which show what else views do.
  private let groups: [[any LabScene.Type]]
  /// Scenes that takes know by a former name.
  private let former: [String: Script.Scene]

  package init(
    _ kinds: [any LabScene.Type], more: [any LabScene.Type] = [],
    former: [String: Script.Scene] = [:]
  ) {
    groups = [kinds, more]
    self.former = former
  }

  /// The descriptions of the scenes, in their groups.
  package var groupedCards: [[SceneCard]] { groups.map { $0.map { $0.card } } }

  /// The descriptions of all scenes.
  package var cards: [SceneCard] { groupedCards.flatMap(\.self) }

  /// The names of the scenes, in alphabetical order.
  package var names: [String] { cards.map(\.name).sorted() }

  /// The scene with a name, as it is by default, or with a former name; `nil` where there is none.
  package func scene(_ name: String) -> Script.Scene? {
    groups.joined().first { $0.card.name == name }.map { Script.Scene($0) } ?? former[name]
  }
}

extension SceneCard {
  /// The length of the demo, in seconds: up to its last event.
  package var demoLength: Double { demo.last?.time ?? 0 }

  /// Name, title and behaviors on one line, in columns.
  package var line: String {
    func column(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(1, width - text.count))
    }
    return (column(name, 16) + column(title, 44) + ids.joined(separator: " "))
      .trimmingTrailingSpaces
  }

  /// The card as one JSON object.
  package var json: String {
    var object = JSONObject()
    object.add("name", name)
    object.add("title", title)
    object.add("ids", ids)
    object.add("viewport", viewport)
    object.add("parameters", json: parameters.map(\.json))
    object.add("expectation", expectation)
    object.add("demo", demoLength)
    return object.text
  }
}

extension SceneParameter {
  fileprivate var json: String {
    var object = JSONObject()
    object.add("name", "scene." + name)
    object.add("title", title)
    switch kind {
    case .flag: object.add("type", "flag")
    case .number(let range):
      object.add("type", "number")
      object.add("range", [range.lowerBound, range.upperBound])
    case .choice(let words):
      object.add("type", "choice")
      object.add("choices", words)
    }
    object.add("default", defaultValue)
    return object.text
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}

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
        "\"scene\" is \"\(name)\""
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
      throw Problem("\"\(own.sorted()[0])\" needs a \"scene\" in the header")
    }
    guard own.count == fields.count else {
      throw Problem("\"set\" must have either properties or parameters of the scene")
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
        known.isEmpty
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
          "\"\(name)\" must be from \(NumberText.shortest(range.lowerBound)) to "
            + NumberText.shortest(range.upperBound))
      }
      return .number(number)
    case .choice(let words):
      let word = try string(name)
      guard words.contains(word) else { throw Problem(name, word, known: words) }
      return .word(word)
    }
  }

  /// The scroll view that an event is for.
  func target(in header: Script.Header) throws(Problem) -> String {
    let name = try string("target")
    let names = header.scrollViewNames
    guard names.contains(name) else {
      throw names.isEmpty
        ? Problem("\"target\" is \"\(name)\", but there is only the main scroll view")
        : Problem("target", name, known: names)
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
      guard var scene else { throw ScriptFields.Problem("\(name) needs a scene") }
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
