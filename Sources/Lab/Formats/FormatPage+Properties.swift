import OverscrollBase
import ScrollEngine
import ScrollGeometry

extension FormatPage.Table {
  /// The properties of a scroll view, with the values that a new one has.
  static let properties = Self(
    "Properties",
    Script.Property.all.map { property in
      FormatPage.Row(
        property.name.rawValue, property.form, property.usualValue, property.meaning)
    })
}

extension Script.Property {
  /// The form of the value, with its unit.
  fileprivate var form: String {
    switch name {
    case .viewport, .content: "[width, height], pt"
    case .displayScale: "number above 0, device pixels per pt"
    case .contentInset, .safeAreaInsets, .scrollIndicatorInsets:
      "[top, left, bottom, right], pt"
    case .contentInsetAdjustmentBehavior:
      Self.words(ScrollView.ContentInsetAdjustmentBehavior.self)
    case .indicatorStyle: Self.words(ScrollView.IndicatorStyle.self)
    case .keyboardDismissMode: Self.words(ScrollView.KeyboardDismissMode.self)
    case .decelerationRate: "normal, fast, or a number between 0 and 1 per ms"
    case .minimumZoomScale, .maximumZoomScale, .zoomScale: "number above 0"
    case .contentAlignmentPoint: "[x, y] in the unit square"
    case .contentOffset, .targetContentOffset: "[x, y], pt"
    case .isScrollEnabled, .bounces, .alwaysBounceVertical, .alwaysBounceHorizontal,
      .isPagingEnabled, .isDirectionalLockEnabled, .bouncesZoom, .delaysContentTouches,
      .canCancelContentTouches, .scrollsToTop, .showsHorizontalScrollIndicator,
      .showsVerticalScrollIndicator, .refreshControl, .isRefreshing:
      "true or false"
    }
  }

  private static func words<Word: RawRepresentable & CaseIterable>(_: Word.Type) -> String
  where Word.RawValue == String { Word.allCases.map(\.rawValue).joined(separator: ", ") }

  /// The value where the key is missing.
  fileprivate var usualValue: String {
    switch name {
    case .viewport, .content:
      let size = Script.Header.defaultSize
      return "[\(NumberText.shortest(size.width)), \(NumberText.shortest(size.height))]"
    case .contentOffset: return "the minimum offset"
    default:
      guard let value = value(in: StageScrollView()) else { return "none" }
      return value.text
    }
  }

  fileprivate var meaning: String {
    switch name {
    case .viewport: "The size of the scroll view."
    case .content: "The size of the content at a zoom scale of 1."
    case .displayScale: "The scale factor of the display."
    case .contentInset: "The distance that the content is inset from the viewport's edges."
    case .safeAreaInsets: "The part of each edge that bars cover."
    case .contentInsetAdjustmentBehavior: "When the safe area is added to the content inset."
    case .isScrollEnabled: "Whether dragging scrolls."
    case .bounces: "Whether the content bounces past its edges."
    case .alwaysBounceVertical: "Whether content shorter than the viewport bounces vertically."
    case .alwaysBounceHorizontal: "Whether content narrower than the viewport bounces horizontally."
    case .isPagingEnabled: "Whether scrolling stops at multiples of the viewport."
    case .isDirectionalLockEnabled: "Whether a drag keeps to the axis in which it begins."
    case .decelerationRate: "The fraction of the velocity that remains after a millisecond."
    case .minimumZoomScale: "The smallest zoom scale at rest."
    case .maximumZoomScale: "The largest zoom scale at rest."
    case .bouncesZoom: "Whether zooming bounces past its limits."
    case .contentAlignmentPoint: "Where content smaller than the viewport lies in it."
    case .delaysContentTouches:
      "Whether touches are delivered to the content after a delay of 0.15 s."
    case .canCancelContentTouches: "Whether a drag cancels the content's touches."
    case .scrollsToTop: "Whether scrollToTop applies to the scroll view."
    case .indicatorStyle: "The appearance of the indicators."
    case .showsHorizontalScrollIndicator: "Whether the horizontal indicator shows."
    case .showsVerticalScrollIndicator: "Whether the vertical indicator shows."
    case .scrollIndicatorInsets: "The distance of the indicators from the viewport's edges."
    case .keyboardDismissMode: "How a drag dismisses the keyboard."
    case .refreshControl: "Whether there is a refresh control above the content."
    case .isRefreshing: "Whether a refresh is in progress."
    case .zoomScale: "The zoom scale."
    case .contentOffset: "The point of the content at the viewport's origin."
    case .targetContentOffset: "The offset that the delegate writes at the next release."
    }
  }
}

extension Script.Value {
  /// The value as JSON.
  fileprivate var text: String {
    switch self {
    case .bool(let flag): "\(flag)"
    case .word(let word): word
    case .number(let number): NumberText.shortest(number)
    case .point(let point): Self.list([point.x, point.y])
    case .size(let size): Self.list([size.width, size.height])
    case .insets(let insets):
      Self.list([insets.top, insets.left, insets.bottom, insets.right])
    }
  }

  private static func list(_ numbers: [Double]) -> String {
    "[" + numbers.map(NumberText.shortest).joined(separator: ", ") + "]"
  }
}
