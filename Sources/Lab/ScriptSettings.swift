import Geometry
import ScrollEngine

extension ScriptFields {
  /// A function that reads a property from its field.
  private typealias Reader = @Sendable (ScriptFields, String) throws(Problem) -> Script.Setting

  /// The known properties in the order in which they are set: sizes before what depends on them, the scale after its
  /// limits, the offset last.
  private static let properties: [(name: String, read: Reader)] = [
    ("viewport", { (f, n) throws(Problem) in .viewport(try f.size(n)) }),
    ("content", { (f, n) throws(Problem) in .content(try f.size(n)) }),
    ("displayScale", { (f, n) throws(Problem) in .displayScale(try f.positive(n)) }),
    ("contentInset", { (f, n) throws(Problem) in .contentInset(try f.insets(n)) }),
    ("safeAreaInsets", { (f, n) throws(Problem) in .safeAreaInsets(try f.insets(n)) }),
    (
      "contentInsetAdjustmentBehavior",
      { (f, n) throws(Problem) in .contentInsetAdjustmentBehavior(try f.word(n)) }
    ),
    ("isScrollEnabled", { (f, n) throws(Problem) in .isScrollEnabled(try f.bool(n)) }),
    ("bounces", { (f, n) throws(Problem) in .bounces(try f.bool(n)) }),
    ("alwaysBounceVertical", { (f, n) throws(Problem) in .alwaysBounceVertical(try f.bool(n)) }),
    (
      "alwaysBounceHorizontal",
      { (f, n) throws(Problem) in .alwaysBounceHorizontal(try f.bool(n)) }
    ),
    ("isPagingEnabled", { (f, n) throws(Problem) in .isPagingEnabled(try f.bool(n)) }),
    (
      "isDirectionalLockEnabled",
      { (f, n) throws(Problem) in .isDirectionalLockEnabled(try f.bool(n)) }
    ),
    ("decelerationRate", { (f, n) throws(Problem) in .decelerationRate(try f.rate(n)) }),
    ("minimumZoomScale", { (f, n) throws(Problem) in .minimumZoomScale(try f.positive(n)) }),
    ("maximumZoomScale", { (f, n) throws(Problem) in .maximumZoomScale(try f.positive(n)) }),
    ("bouncesZoom", { (f, n) throws(Problem) in .bouncesZoom(try f.bool(n)) }),
    ("contentAlignmentPoint", { (f, n) throws(Problem) in .contentAlignmentPoint(try f.point(n)) }),
    ("delaysContentTouches", { (f, n) throws(Problem) in .delaysContentTouches(try f.bool(n)) }),
    (
      "canCancelContentTouches",
      { (f, n) throws(Problem) in .canCancelContentTouches(try f.bool(n)) }
    ),
    ("scrollsToTop", { (f, n) throws(Problem) in .scrollsToTop(try f.bool(n)) }),
    ("zoomScale", { (f, n) throws(Problem) in .zoomScale(try f.positive(n)) }),
    ("contentOffset", { (f, n) throws(Problem) in .contentOffset(try f.point(n)) }),
    ("targetContentOffset", { (f, n) throws(Problem) in .targetContentOffset(try f.point(n)) }),
  ]

  /// Returns the properties to set; a property that is null is not set.
  ///
  /// With `areKnown`, a field that is not a property is a problem; otherwise it is ignored.
  func settings(areKnown: Bool = false) throws(Problem) -> [Script.Setting] {
    if areKnown, let unknown = fields.keys.sorted().first(where: { !Self.isProperty($0) }) {
      throw Problem(text: "\"\(unknown)\" is not a known property")
    }
    var settings: [Script.Setting] = []
    for property in Self.properties where has(property.name) {
      settings.append(try property.read(self, property.name))
    }
    return settings
  }

  private static func isProperty(_ name: String) -> Bool {
    properties.contains { $0.name == name }
  }

  private func positive(_ name: String) throws(Problem) -> Double {
    let number = try number(name)
    guard number > 0 else { throw Problem(text: "\"\(name)\" must be above 0") }
    return number
  }

  private func rate(_ name: String) throws(Problem) -> ScrollView.DecelerationRate {
    if case .number(let number) = fields[name] { return .init(rawValue: number) }
    switch fields[name] {
    case .string("normal"): return .normal
    case .string("fast"): return .fast
    default: throw Problem(text: "\"\(name)\" must be \"normal\", \"fast\" or a number per ms")
    }
  }
}
