import OverscrollBase
package import ScrollEngine
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
      case rubberBand = "tuning.rubberBand"
      case rubberBandTouchpad = "tuning.rubberBandTouchpad"
      case springRate = "tuning.springRate"
      case zoomBounce = "tuning.zoomBounce"
      case hysteresis = "tuning.hysteresis"
      case touchDelay = "tuning.touchDelay"
      case releaseThreshold = "tuning.releaseThreshold"
      case releaseLatest = "tuning.releaseLatest"
      case velocityNewest = "tuning.velocityNewest"
      case sampleGap = "tuning.sampleGap"
      case hold = "tuning.hold"
      case flickPause = "tuning.flickPause"
      case pageSpeed = "tuning.pageSpeed"
      case animation = "tuning.animation"
      case notch = "tuning.notch"
      case zoomPerNotch = "tuning.zoomPerNotch"
      case indicatorDelay = "tuning.indicatorDelay"
      case indicatorFade = "tuning.indicatorFade"
      case refreshControl, isRefreshing, zoomScale, contentOffset, targetContentOffset

      /// The constant of the engine that the property is; `nil` for a property of UIKit's.
      package var constant: Tuning.Constant? {
        guard rawValue.hasPrefix(ScriptFields.tuningPrefix) else { return nil }
        return Tuning.Constant(
          rawValue: String(rawValue.dropFirst(ScriptFields.tuningPrefix.count)))
      }
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
  package static let all: [Self] = settled + constants + moving

  /// The constants of the engine.
  private static let constants = Name.allCases.compactMap { name in
    name.constant.map { constant(name, $0) }
  }

  private static let settled: [Self] = [
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
  ]

  private static let moving: [Self] = [
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

  private static func constant(_ name: Name, _ constant: Tuning.Constant) -> Self {
    Self(
      name: name,
      parse: { (f, n) throws(ScriptFields.Problem) in
        .number(try f.number(n, in: constant.limits))
      },
      apply: { if case .number(let number) = $1 { $0.tuning[constant] = number } },
      current: { .number($0.tuning[constant]) })
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
    if let value = fields[Self.tuningName] {
      return try withConstants(value).settings(areKnown: areKnown)
    }
    if areKnown,
      let unknown = fields.keys.sorted().first(where: { Script.Property.Name(rawValue: $0) == nil })
    {
      throw Problem(
        "unknown property \"\(unknown)\"; the properties are "
          + Self.propertyNames.joined(separator: ", "))
    }
    var settings: [Script.Setting] = []
    for property in Script.Property.all where has(property.name.rawValue) {
      settings.append(
        Script.Setting(property.name, try property.parse(self, property.name.rawValue)))
    }
    try refuseCrossedLimits()
    return settings
  }

  /// Refuses limits of the zoom scale that are given together, the smallest above the largest.
  private func refuseCrossedLimits() throws(Problem) {
    let (least, most) = (
      Script.Property.Name.minimumZoomScale.rawValue, Script.Property.Name.maximumZoomScale.rawValue
    )
    guard has(least), has(most) else { return }
    let scales = (try number(least), try number(most))
    guard scales.0 > scales.1 else { return }
    throw Problem(
      "\"\(least)\" \(NumberText.shortest(scales.0)) is above \"\(most)\" "
        + NumberText.shortest(scales.1))
  }

  /// The key of an object of the engine's constants, and what it is before their names elsewhere.
  static let tuningName = "tuning"
  static let tuningPrefix = tuningName + "."

  /// Returns the fields with the constants of an object among them, by the names of properties.
  private func withConstants(_ value: JSONValue) throws(Problem) -> Self {
    let constants = value == .null ? [:] : try object(Self.tuningName).fields
    var fields = fields
    fields[Self.tuningName] = nil
    for (name, value) in constants.sorted(by: { $0.key < $1.key }) {
      guard Tuning.Constant(rawValue: name) != nil else {
        let known = Tuning.Constant.allCases.map(\.rawValue).joined(separator: ", ")
        throw Problem(
          "unknown key \"\(name)\" in \"\(Self.tuningName)\"; the keys are \(known)")
      }
      guard fields.updateValue(value, forKey: Self.tuningPrefix + name) == nil else {
        throw Problem("\"\(Self.tuningPrefix)\(name)\" is given twice")
      }
    }
    return Self(fields)
  }

  fileprivate func number(
    _ name: String, in limits: ClosedRange<Double>
  ) throws(Problem) -> Double {
    guard case .number(let number) = fields[name], limits.contains(number) else {
      throw Problem(
        "\"\(name)\" must be a number from \(NumberText.shortest(limits.lowerBound)) to "
          + NumberText.shortest(limits.upperBound))
    }
    return number
  }

  fileprivate func positive(_ name: String) throws(Problem) -> Double {
    let number = try number(name)
    guard number > 0 else { throw Problem("\"\(name)\" must be above 0") }
    return number
  }

  fileprivate func rate(_ name: String) throws(Problem) -> ScrollView.DecelerationRate {
    if case .number(let number) = fields[name] {
      guard number > 0, number < 1 else {
        throw Problem("\"\(name)\" must be above 0 and below 1")
      }
      return .init(rawValue: number)
    }
    switch fields[name] {
    case .string("normal"): return .normal
    case .string("fast"): return .fast
    default: throw Problem("\"\(name)\" must be \"normal\", \"fast\" or a number per ms")
    }
  }
}

extension Script.Property {
  /// Returns the present value in a scroll view; `nil` where there is none.
  package func value(in view: ScrollView) -> Script.Value? { current(view) }
}

// MARK: - Tuned views

extension Script.Setting {
  /// Whether the setting gives a constant of the engine another value than the engine's.
  fileprivate var isTuned: Bool {
    property.constant.map { value != .number(Tuning()[$0]) } ?? false
  }
}

extension Script.Header {
  /// The settings that are constants of the engine.
  package var constants: [Script.Setting] { settings.filter { $0.property.constant != nil } }
}

extension Script {
  /// The constants of the engine that have other values in the header or at some time, in their order, such as `rubberBand 0.4`;
  /// several values of one as a range.
  package var tuning: [String] {
    Self.texts(
      of: header.settings + header.scrollViews.flatMap(\.settings)
        + events.flatMap { event in
          if case .set(let settings) = event.action { settings } else { [Setting]() }
        })
  }

  /// The same with those of side B of an A/B take.
  package var tuningOfSides: [String] {
    tuning + Self.texts(of: header.variant).map { "B: \($0)" }
  }

  private static func texts(of settings: [Setting]) -> [String] {
    let tuned = settings.filter(\.isTuned)
    return Tuning.Constant.allCases.compactMap { constant in
      let numbers = tuned.compactMap { setting -> Double? in
        guard setting.property.constant == constant, case .number(let number) = setting.value
        else { return nil }
        return number
      }
      guard let low = numbers.min(), let high = numbers.max() else { return nil }
      let text = "\(constant.rawValue) \(NumberText.shortest(low))"
      return low == high ? text : "\(text) to \(NumberText.shortest(high))"
    }
  }
}

extension Stage {
  /// Whether a scroll view moves with other constants than the engine's.
  package var isTuned: Bool { scrollViews.contains { $0.tuning != Tuning() } }
}
