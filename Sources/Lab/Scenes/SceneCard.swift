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
  package var properties: [Script.Setting]
  package var parameters: [SceneParameter]
  /// The names of the scroll views besides the main one.
  package var scrollViews: [String]
  /// The name of the main scroll view for people, beside those of ``scrollViews``.
  package var mainScrollView: String
  /// What the user sees who tries the scene, in one sentence.
  package var expectation: String
  /// Input that shows the scene's claim.
  package var demo: [Script.TimedEvent]
  /// The time in the demo at which a still of the scene tells it from others, in seconds.
  package var stillTime: Double

  /// The name of a main scroll view that has none of its own.
  package static let usualMainName = "main"

  package init(
    name: String, title: String, ids: [String], viewport: Size,
    properties: [Script.Setting] = [], parameters: [SceneParameter] = [],
    scrollViews: [String] = [], mainScrollView: String = SceneCard.usualMainName,
    expectation: String, demo: [Script.TimedEvent],
    stillTime: Double = 0
  ) {
    self.name = name
    self.title = title
    self.ids = ids
    self.viewport = viewport
    self.properties = properties
    self.parameters = parameters
    self.scrollViews = scrollViews
    self.mainScrollView = mainScrollView
    self.expectation = expectation
    self.demo = demo
    self.stillTime = stillTime
  }
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
