package import OverscrollLab
import ScrollEngine

extension Stage {
  /// The sections of parameters of the stage: those of scroll views, and the scene's own.
  package var parameterSections: [ParameterSection] {
    let own = header.scene.flatMap { ParameterSection.scene($0.card) }
    return ParameterSection.properties + (own.map { [$0] } ?? [])
  }

  /// The present values of a scroll view's properties and of the scene's parameters.
  ///
  /// - Parameter name: The scroll view's name; `nil` for the main one.
  /// - Returns: The values by the parameters' ids.
  package func parameterValues(of name: String? = nil) -> ParameterValues {
    var values: ParameterValues = [:]
    if let view = view(name) {
      for property in Script.Property.all {
        values[.property(property.name)] = property.value(in: view)
      }
    }
    guard let scene = header.scene else { return values }
    for parameter in scene.card.parameters {
      values[.scene(parameter.name)] = scene.value(of: parameter)
    }
    return values
  }

  /// The values that parameters have by default: for a scene, when it is built; otherwise a new scroll view's, with the present
  /// sizes and zoom limits.
  package func defaultParameterValues(of name: String? = nil) -> ParameterValues {
    if let scene = header.scene {
      var header = Script.Header()
      header.scene = Script.Scene(scene.kind)
      return Stage(header).parameterValues(of: name)
    }
    var values = Stage(Script.Header()).parameterValues()
    let present = parameterValues(of: name)
    for property in Self.givenProperties {
      values[.property(property)] = present[.property(property)]
    }
    return values
  }

  /// What the program gives a view that is no scene's, according to its window and its content.
  private static let givenProperties: [Script.Property.Name] = [
    .viewport, .content, .displayScale, .minimumZoomScale, .maximumZoomScale,
  ]
}

extension Script.Action {
  /// The actions that give parameters their values: the properties in the order of files, then the scene's parameters.
  package static func actions(setting values: ParameterValues) -> [Self] {
    let settings = Script.Property.all.compactMap { property in
      values[.property(property.name)].map { Script.Setting(property.name, $0) }
    }
    var own: [Script.SceneSetting] = []
    for (id, value) in values {
      if case .scene(let name) = id { own.append(Script.SceneSetting(name, value)) }
    }
    own.sort { $0.parameter < $1.parameter }
    return (settings.isEmpty ? [] : [.set(settings)]) + (own.isEmpty ? [] : [.setScene(own)])
  }
}
