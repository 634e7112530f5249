package import ScrollGeometry

extension Script {
  /// The first line: how the scroll view is set up.
  package struct Header: Hashable, Sendable {
    /// The version of the format.
    package var version: Int
    /// The settings that differ from the defaults, in the order of ``Property/all``; the offset comes last.
    package var settings: [Setting]
    /// The scene that is shown; `nil` for a single scroll view that fills the window.
    package var scene: Scene?
    /// The views on the content, from back to front.
    package var subviews: [Subview]
    /// Further scroll views on the content, from back to front, in front of ``subviews``.
    package var scrollViews: [NestedScrollView]
    /// Tap recognizers on the main scroll view.
    package var tapRecognizers: [TapRecognizer]
    /// The picture that the window showed; no effect on scrolling.
    package var picture: Picture?
    /// The program that recorded the take, for instance `0.2.0+1a2b3c4`.
    package var program: String?
    /// The settings of side B of an A/B take that differ from ``settings``.
    package var variant: [Setting]
    /// The machine, display and devices of a take.
    package var environment: JSONValue?

    /// A viewport and a content of 640 × 480 points.
    package static let defaultSize = Size(width: 640, height: 480)

    package init(
      version: Int = Script.versions.upperBound, settings: [Setting] = [],
      subviews: [Subview] = []
    ) {
      self.version = version
      self.settings = settings
      self.subviews = subviews
      scrollViews = []
      tapRecognizers = []
      variant = []
    }
  }

  /// A view on the content.
  package struct Subview: Hashable, Sendable {
    /// The name used in callbacks.
    package var name: String
    /// The frame on the content, in points.
    package var frame: Rect
    /// Whether the view is a control, which keeps its touches.
    package var isControl: Bool
    /// The scroll view's answer to `touchesShouldBegin(_:with:in:)` for this view; `nil` for the default.
    package var shouldBegin: Bool?
    /// The scroll view's answer to `touchesShouldCancel(in:)` for this view; `nil` for the default.
    package var shouldCancel: Bool?

    package init(
      name: String, frame: Rect, isControl: Bool, shouldBegin: Bool? = nil,
      shouldCancel: Bool? = nil
    ) {
      self.name = name
      self.frame = frame
      self.isControl = isControl
      self.shouldBegin = shouldBegin
      self.shouldCancel = shouldCancel
    }
  }

  /// A scroll view on the content of the main one.
  package struct NestedScrollView: Hashable, Sendable {
    /// The name by which calls, settings and traces address it.
    package var name: String
    /// The frame on the content, in points.
    package var frame: Rect
    /// The settings that differ from the defaults.
    package var settings: [Setting]

    package init(name: String, frame: Rect, settings: [Setting]) {
      self.name = name
      self.frame = frame
      self.settings = settings
    }
  }

  /// A tap recognizer on the main scroll view.
  package struct TapRecognizer: Hashable, Sendable {
    /// The number of taps, 1 or more.
    package var taps: Int
    /// The number of fingers, 1 or more.
    package var fingers: Int
    /// Whether a recognized tap cancels the touches of the content.
    package var cancelsTouchesInView: Bool

    package init(taps: Int = 1, fingers: Int = 1, cancelsTouchesInView: Bool = true) {
      self.taps = taps
      self.fingers = fingers
      self.cancelsTouchesInView = cancelsTouchesInView
    }
  }

  /// The picture that a window showed.
  package struct Picture: Hashable, Sendable {
    /// The file's name, without its folder.
    package var name: String
    /// The size in picture pixels.
    package var size: Size

    package init(name: String, size: Size) {
      self.name = name
      self.size = size
    }
  }
}
