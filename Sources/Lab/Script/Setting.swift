package import ScrollGeometry

extension Script {
  /// A property and its new value.
  package struct Setting: Hashable, Sendable {
    /// The property.
    package let property: Property.Name
    /// The new value, of the property's kind.
    package let value: Value

    package init(_ property: Property.Name, _ value: Value) {
      self.property = property
      self.value = value
    }
  }

  /// A property's value.
  package enum Value: Hashable, Sendable {
    case bool(Bool)
    case number(Double)
    case point(Point)
    case size(Size)
    case insets(EdgeInsets)
    case word(String)
  }
}

extension Script.Setting {
  package static func viewport(_ size: Size) -> Self { Self(.viewport, .size(size)) }
  package static func content(_ size: Size) -> Self { Self(.content, .size(size)) }
  package static func displayScale(_ scale: Double) -> Self { Self(.displayScale, .number(scale)) }
  package static func minimumZoomScale(_ scale: Double) -> Self {
    Self(.minimumZoomScale, .number(scale))
  }
  package static func maximumZoomScale(_ scale: Double) -> Self {
    Self(.maximumZoomScale, .number(scale))
  }
  package static func zoomScale(_ scale: Double) -> Self { Self(.zoomScale, .number(scale)) }
  package static func contentOffset(_ offset: Point) -> Self {
    Self(.contentOffset, .point(offset))
  }
  package static func contentAlignmentPoint(_ point: Point) -> Self {
    Self(.contentAlignmentPoint, .point(point))
  }
  package static func decelerationRate(_ rate: Double) -> Self {
    Self(.decelerationRate, .number(rate))
  }
  package static func flag(_ property: Script.Property.Name, _ flag: Bool) -> Self {
    Self(property, .bool(flag))
  }
}
