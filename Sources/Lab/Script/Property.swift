import ScrollEngine
import ScrollGeometry

extension Script {
  /// A property of a scroll view that scripts set: how it is read, checked, applied, and read back.
  ///
  /// One table, ``all``, serves the reader, the writer, the stage and the header of a take.
  package struct Property: Sendable {
    /// A property's name in the file.
    package enum Name: String, Hashable, Sendable, CaseIterable {
      case viewport, content, displayScale, contentInset, safeAreaInsets
      case contentInsetAdjustmentBehavior, isScrollEnabled, bounces
      case alwaysBounceVertical, alwaysBounceHorizontal, isPagingEnabled
      case isDirectionalLockEnabled, decelerationRate, minimumZoomScale, maximumZoomScale
      case bouncesZoom, contentAlignmentPoint, delaysContentTouches, canCancelContentTouches
      case scrollsToTop, indicatorStyle, showsHorizontalScrollIndicator
      case showsVerticalScrollIndicator, scrollIndicatorInsets, keyboardDismissMode
      case refreshControl, isRefreshing, zoomScale, contentOffset, targetContentOffset
    }

    package let name: Name
    let parse: @Sendable (ScriptFields, String) throws(ScriptFields.Problem) -> Value
    let apply: @Sendable (ScrollView, Value) -> Void
    /// The present value; `nil` where there is none to be kept in a header.
    let current: @Sendable (ScrollView) -> Value?
  }
}

extension Script.Property {
  private typealias Path<Value> = any ReferenceWritableKeyPath<ScrollView, Value> & Sendable

  /// Every property, in the order in which properties are set together: sizes before what depends on them, the scale after
  /// its limits, the offset last.
  package static let all: [Self] = [
    size(.viewport, \.viewport), size(.content, \.unscaledContentSize),
    positive(.displayScale, \.displayScale),
    insets(.contentInset, \.contentInset), insets(.safeAreaInsets, \.safeAreaInsets),
    word(.contentInsetAdjustmentBehavior, \.contentInsetAdjustmentBehavior),
    flag(.isScrollEnabled, \.isScrollEnabled), flag(.bounces, \.bounces),
    flag(.alwaysBounceVertical, \.alwaysBounceVertical),
    flag(.alwaysBounceHorizontal, \.alwaysBounceHorizontal),
    flag(.isPagingEnabled, \.isPagingEnabled),
    flag(.isDirectionalLockEnabled, \.isDirectionalLockEnabled), decelerationRate,
    positive(.minimumZoomScale, \.minimumZoomScale),
    positive(.maximumZoomScale, \.maximumZoomScale),
    flag(.bouncesZoom, \.bouncesZoom), point(.contentAlignmentPoint, \.contentAlignmentPoint),
    flag(.delaysContentTouches, \.delaysContentTouches),
    flag(.canCancelContentTouches, \.canCancelContentTouches),
    flag(.scrollsToTop, \.scrollsToTop), word(.indicatorStyle, \.indicatorStyle),
    flag(.showsHorizontalScrollIndicator, \.showsHorizontalScrollIndicator),
    flag(.showsVerticalScrollIndicator, \.showsVerticalScrollIndicator),
    insets(.scrollIndicatorInsets, \.scrollIndicatorInsets),
    word(.keyboardDismissMode, \.keyboardDismissMode),
    flag(.refreshControl, \.hasRefreshControl), flag(.isRefreshing, \.isRefreshing),
    positive(.zoomScale, \.zoomScale),
    point(.contentOffset, \.contentOffset), targetContentOffset,
  ]

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static func flag(_ name: Name, _ path: Path<Bool>) -> Self {
    Self(
      name: name, parse: { (f, n) throws(ScriptFields.Problem) in .bool(try f.bool(n)) },
      apply: { if case .bool(let flag) = $1 { $0[keyPath: path] = flag } },
      current: { .bool($0[keyPath: path]) })
  }

  private static func positive(_ name: Name, _ path: Path<Double>) -> Self {
    Self(
      name: name, parse: { (f, n) throws(ScriptFields.Problem) in .number(try f.positive(n)) },
      apply: { if case .number(let number) = $1 { $0[keyPath: path] = number } },
      current: { .number($0[keyPath: path]) })
  }

  private static func point(_ name: Name, _ path: Path<Point>) -> Self {
    Self(
      name: name, parse: { (f, n) throws(ScriptFields.Problem) in .point(try f.point(n)) },
      apply: { if case .point(let point) = $1 { $0[keyPath: path] = point } },
      current: { .point($0[keyPath: path]) })
  }

  private static func size(_ name: Name, _ path: Path<Size>) -> Self {
    Self(
      name: name, parse: { (f, n) throws(ScriptFields.Problem) in .size(try f.size(n)) },
      apply: { if case .size(let size) = $1 { $0[keyPath: path] = size } },
      current: { .size($0[keyPath: path]) })
  }

  private static func insets(_ name: Name, _ path: Path<EdgeInsets>) -> Self {
    Self(
      name: name, parse: { (f, n) throws(ScriptFields.Problem) in .insets(try f.insets(n)) },
      apply: { if case .insets(let insets) = $1 { $0[keyPath: path] = insets } },
      current: { .insets($0[keyPath: path]) })
  }

  private static func word<Word: RawRepresentable & CaseIterable & SendableMetatype>(
    _ name: Name, _ path: Path<Word>
  ) -> Self where Word.RawValue == String {
    Self(
      name: name,
      parse: { (f, n) throws(ScriptFields.Problem) in .word(try f.word(n, Word.self).rawValue) },
      apply: {
        if case .word(let text) = $1, let word = Word(rawValue: text) { $0[keyPath: path] = word }
      },
      current: { .word($0[keyPath: path].rawValue) })
  }

  private static let decelerationRate = Self(
    name: .decelerationRate,
    parse: { (f, n) throws(ScriptFields.Problem) in .number(try f.rate(n).rawValue) },
    apply: { if case .number(let rate) = $1 { $0.decelerationRate = .init(rawValue: rate) } },
    current: { .number($0.decelerationRate.rawValue) })

  /// What the delegate writes at the next release; nothing that a header keeps.
  private static let targetContentOffset = Self(
    name: .targetContentOffset,
    parse: { (f, n) throws(ScriptFields.Problem) in .point(try f.point(n)) },
    apply: { if case .point(let offset) = $1 { $0.requestedTarget = offset } },
    current: { $0.requestedTarget.map(Script.Value.point) })
}

extension ScriptFields {
  /// The settings that the fields hold; `null` leaves a property as it is.
  ///
  /// Where `areKnown` is asked for, a field that is no property is a problem; otherwise it is ignored.
  func settings(areKnown: Bool = false) throws(Problem) -> [Script.Setting] {
    if areKnown,
      let unknown = fields.keys.sorted().first(where: { Script.Property.Name(rawValue: $0) == nil })
    {
      throw Problem(
        text: "unknown property \"\(unknown)\"; the properties are "
          + Self.propertyNames.joined(separator: ", "))
    }
    var settings: [Script.Setting] = []
    for property in Script.Property.all where has(property.name.rawValue) {
      settings.append(
        Script.Setting(property.name, try property.parse(self, property.name.rawValue)))
    }
    return settings
  }

  fileprivate func positive(_ name: String) throws(Problem) -> Double {
    let number = try number(name)
    guard number > 0 else { throw Problem(text: "\"\(name)\" must be above 0") }
    return number
  }

  fileprivate func rate(_ name: String) throws(Problem) -> ScrollView.DecelerationRate {
    if case .number(let number) = fields[name] {
      guard number > 0, number < 1 else {
        throw Problem(text: "\"\(name)\" must be above 0 and below 1")
      }
      return .init(rawValue: number)
    }
    switch fields[name] {
    case .string("normal"): return .normal
    case .string("fast"): return .fast
    default: throw Problem(text: "\"\(name)\" must be \"normal\", \"fast\" or a number per ms")
    }
  }
}
