package import OverscrollLab
import ScrollEngine
import ScrollGeometry

/// A value that the parameter panel shows: a property of a scroll view, or a parameter of a scene.
package struct Parameter: Hashable, Sendable {
  package enum ID: Hashable, Sendable {
    case property(Script.Property.Name)
    /// A scene's parameter, by its name without `scene.`.
    case scene(String)
  }

  /// The type of a parameter, and what the panel offers for it.
  package enum Kind: Hashable, Sendable {
    case flag
    case number(SliderScale)
    case choice([String])
    /// Two or four numbers, each with a caption.
    case numbers([String], SliderScale)
  }

  package let id: ID
  /// The name for people: a property's or constant's own, or the title that a scene gives a parameter.
  package let title: String
  package let kind: Kind
  /// The values that the parameter takes, for each of its numbers.
  package let limits: ClosedRange<Double>
  /// Whether scrolling changes the value, which then is no setting to be compared with a default.
  package let isState: Bool

  init(
    _ id: ID, _ title: String, _ kind: Kind,
    limits: ClosedRange<Double> = -View.maximumCoordinate...View.maximumCoordinate,
    isState: Bool = false
  ) {
    self.id = id
    self.title = title
    self.kind = kind
    self.limits = limits
    self.isState = isState
  }

  /// The name in files: a property's name, or `scene.` and a parameter's.
  package var key: String {
    switch id {
    case .property(let name): name.rawValue
    case .scene(let name): "scene." + name
    }
  }
}

/// A group of parameters under a header.
package struct ParameterSection: Hashable, Sendable {
  package let title: String
  package let parameters: [Parameter]

  /// Every property of UIKit's scroll view, in groups.
  package static let properties: [Self] = [
    section("Size", [.viewport, .content, .displayScale]),
    section("Insets", [.contentInset, .safeAreaInsets, .contentInsetAdjustmentBehavior]),
    section(
      "Scrolling",
      [
        .isScrollEnabled, .bounces, .alwaysBounceVertical, .alwaysBounceHorizontal,
        .isPagingEnabled, .isDirectionalLockEnabled, .decelerationRate, .scrollsToTop,
      ]),
    section(
      "Zooming", [.minimumZoomScale, .maximumZoomScale, .bouncesZoom, .contentAlignmentPoint]),
    section(
      "Touches", [.delaysContentTouches, .canCancelContentTouches, .keyboardDismissMode]),
    section(
      "Indicators",
      [
        .indicatorStyle, .showsHorizontalScrollIndicator, .showsVerticalScrollIndicator,
        .scrollIndicatorInsets,
      ]),
    section(
      "State", [.refreshControl, .isRefreshing, .zoomScale, .contentOffset, .targetContentOffset]),
  ]

  private static func section(_ title: String, _ names: [Script.Property.Name]) -> Self {
    Self(title: title, parameters: names.map(Parameter.init))
  }

  /// The parameters of a scene; `nil` for a scene without any.
  package static func scene(_ card: SceneCard) -> Self? {
    guard !card.parameters.isEmpty else { return nil }
    return Self(title: card.title, parameters: card.parameters.map(Parameter.init))
  }

  /// The constants of the engine, which UIKit does not let programs change.
  package static let tuning = section(
    "Not UIKit's", Script.Property.Name.allCases.filter { $0.constant != nil })
}

extension Parameter {
  private static let edges = ["T", "L", "B", "R"]
  /// The largest length that a slider or the wheel reaches, in points. [C]
  private static let longest = 1e6

  fileprivate init(_ name: Script.Property.Name) {
    let (kind, limits) = Self.kind(of: name)
    let states: Set<Script.Property.Name> = [
      .isRefreshing, .zoomScale, .contentOffset, .targetContentOffset,
    ]
    self.init(
      .property(name), name.constant?.rawValue ?? name.rawValue, kind, limits: limits,
      isState: states.contains(name))
  }

  private static func kind(of name: Script.Property.Name) -> (Kind, ClosedRange<Double>) {
    let any = -View.maximumCoordinate...View.maximumCoordinate
    let positive = Double.leastNormalMagnitude...View.maximumCoordinate
    switch name {
    case .viewport:
      return (.numbers(["w", "h"], SliderScale(16...16384, step: 10)), 16...16384)
    case .content:
      return (
        .numbers(["w", "h"], SliderScale(0...longest, step: 10)), 0...View.maximumCoordinate
      )
    case .displayScale: return (.number(SliderScale(0.5...4, step: 0.25)), positive)
    case .contentInset, .safeAreaInsets, .scrollIndicatorInsets:
      return (.numbers(edges, SliderScale(-longest...longest, step: 5)), any)
    case .contentInsetAdjustmentBehavior:
      return (.words(ScrollView.ContentInsetAdjustmentBehavior.self), any)
    case .indicatorStyle: return (.words(ScrollView.IndicatorStyle.self), any)
    case .keyboardDismissMode: return (.words(ScrollView.KeyboardDismissMode.self), any)
    case .decelerationRate:
      return (.number(SliderScale(0.95...0.999, step: 0.001)), 0.5...0.999)
    case .minimumZoomScale, .zoomScale:
      return (.number(SliderScale(0.05...16, step: 0.05, isLogarithmic: true)), positive)
    case .maximumZoomScale:
      return (.number(SliderScale(0.25...64, step: 0.25, isLogarithmic: true)), positive)
    case .contentAlignmentPoint:
      return (.numbers(["x", "y"], SliderScale(0...1, step: 0.1)), 0...1)
    case .contentOffset, .targetContentOffset:
      return (.numbers(["x", "y"], SliderScale(-longest...longest, step: 10)), any)
    case .isScrollEnabled, .bounces, .alwaysBounceVertical, .alwaysBounceHorizontal,
      .isPagingEnabled, .isDirectionalLockEnabled, .bouncesZoom, .delaysContentTouches,
      .canCancelContentTouches, .scrollsToTop, .showsHorizontalScrollIndicator,
      .showsVerticalScrollIndicator, .refreshControl, .isRefreshing:
      return (.flag, any)
    case .rubberBand, .rubberBandTouchpad, .springRate, .zoomBounce, .hysteresis, .touchDelay,
      .releaseThreshold, .releaseLatest, .velocityNewest, .sampleGap, .hold, .flickPause,
      .pageSpeed, .animation, .notch, .zoomPerNotch, .indicatorDelay, .indicatorFade:
      let limits = name.constant?.limits ?? positive
      return (.number(SliderScale(limits, step: step(of: limits))), limits)
    }
  }

  fileprivate init(_ parameter: SceneParameter) {
    switch parameter.kind {
    case .flag: self.init(.scene(parameter.name), parameter.title, .flag)
    case .number(let range):
      self.init(
        .scene(parameter.name), parameter.title,
        .number(SliderScale(range, step: Self.step(of: range))), limits: range)
    case .choice(let words): self.init(.scene(parameter.name), parameter.title, .choice(words))
    }
  }

  /// About a hundredth of a range: 1, 2 or 5 times a power of ten.
  private static func step(of range: ClosedRange<Double>) -> Double {
    var unit = 1e-6
    let length = range.upperBound - range.lowerBound
    while unit * 1000 <= length { unit *= 10 }
    let factor = [1.0, 2, 5].last { unit * $0 * 50 <= length } ?? 1
    return unit * factor
  }
}

extension Parameter.Kind {
  fileprivate static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> Self
  where Word.RawValue == String {
    .choice(Word.allCases.map(\.rawValue))
  }
}

extension Script.Value {
  /// The numbers of a number, point, size or insets, in the order of files; none for the others.
  package var numbers: [Double] {
    switch self {
    case .number(let number): [number]
    case .point(let point): [point.x, point.y]
    case .size(let size): [size.width, size.height]
    case .insets(let insets): [insets.top, insets.left, insets.bottom, insets.right]
    case .bool, .word: []
    }
  }

  /// Returns a value of the same kind with another number at an index.
  package func replacing(_ index: Int, with number: Double) -> Self {
    var numbers = numbers
    guard numbers.indices.contains(index) else { return self }
    numbers[index] = number
    switch self {
    case .number: return .number(numbers[0])
    case .point: return .point(Point(numbers[0], numbers[1]))
    case .size: return .size(Size(numbers[0], numbers[1]))
    case .insets:
      return .insets(
        EdgeInsets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3]))
    case .bool, .word: return self
    }
  }
}

extension Stage {
  /// The sections of parameters of the stage: those of scroll views, the scene's own, and the engine's constants.
  package var parameterSections: [ParameterSection] {
    let own = header.scene.flatMap { ParameterSection.scene($0.card) }
    return ParameterSection.properties + (own.map { [$0] } ?? []) + [.tuning]
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

/// The values of parameters by their ids.
package typealias ParameterValues = [Parameter.ID: Script.Value]

/// The changes of parameters that can be undone, newest last.
package struct ParameterHistory: Hashable, Sendable {
  /// Whose parameters a change concerns.
  package struct Target: Hashable, Sendable {
    /// The scroll view's name; `nil` for the main one.
    package var scrollView: String?
    package var side = ParameterSide.a
  }

  /// A change, with what followed from it: a higher minimum, for instance, raises the zoom scale too.
  package struct Change: Hashable, Sendable {
    package let target: Target
    /// The parameters that were meant.
    package let ids: Set<Parameter.ID>
    /// The slide that the change is a part of; `nil` for a change of its own.
    package let slide: Int?
    /// The values before and after, of the parameters that are different.
    package fileprivate(set) var before: ParameterValues
    package fileprivate(set) var after: ParameterValues

    /// Notes the difference of the values before and after a change.
    package init(
      _ ids: Set<Parameter.ID>, of target: Target, from before: ParameterValues,
      to after: ParameterValues, slide: Int? = nil
    ) {
      self.ids = ids
      self.target = target
      self.slide = slide
      self.before = before.filter { after[$0.key] != $0.value }
      self.after = after.filter { before[$0.key] != $0.value }
    }
  }

  package private(set) var changes: [Change] = []

  /// The number of changes that are kept. [C]
  package static let limit = 1000

  package init() {}

  /// Adds a change; one of the same slide as the latest becomes a part of it.
  package mutating func add(_ change: Change) {
    guard !change.before.isEmpty || !change.after.isEmpty else { return }
    if let slide = change.slide, var last = changes.last, last.slide == slide,
      last.target == change.target, last.ids == change.ids
    {
      last.before.merge(change.before) { first, _ in first }
      last.after.merge(change.after) { _, latest in latest }
      changes[changes.count - 1] = last
    } else {
      changes.append(change)
    }
    if changes.count > Self.limit { changes.removeFirst() }
  }

  /// The target of the change that ``undo(now:)`` undoes; `nil` where there is none.
  package var undoTarget: Target? { changes.last?.target }

  /// Removes the latest change and returns the values that undo it.
  ///
  /// What only followed from the change is restored if it still has the value that the change gave it.
  ///
  /// - Parameter values: The present values of the change's target.
  /// - Returns: The values to set.
  package mutating func undo(now values: ParameterValues) -> ParameterValues {
    guard let change = changes.popLast() else { return [:] }
    return change.before.filter { id, _ in
      change.ids.contains(id) || values[id] == change.after[id]
    }
  }
}

/// A side of a comparison: with the parameters of the scene, or with others.
package enum ParameterSide: String, Hashable, Sendable, CaseIterable {
  case a = "A"
  case b = "B"
}
