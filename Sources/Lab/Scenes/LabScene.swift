package import ScrollEngine

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

  /// Changes a parameter of ``SceneCard/parameters`` to a value of its kind.
  func set(_ parameter: String, _ value: Script.Value)
}

extension LabScene {
  /// Does nothing.
  package func set(_ parameter: String, _ value: Script.Value) {}
}

/// The scenes that scripts can name.
package struct SceneRegistry: Sendable {
  /// The scenes, in the order of lists.
  package let kinds: [any LabScene.Type]

  package init(_ kinds: [any LabScene.Type]) {
    self.kinds = kinds
  }

  /// The descriptions of the scenes.
  package var cards: [SceneCard] { kinds.map { $0.card } }

  /// The names of the scenes, in alphabetical order.
  package var names: [String] { cards.map(\.name).sorted() }

  /// The scene with a name, as it is by default; `nil` where there is none.
  package func scene(_ name: String) -> Script.Scene? {
    kinds.first { $0.card.name == name }.map { Script.Scene($0) }
  }
}
