public import Foundation
public import ScrollEngine
public import ScrollGeometry

/// A picture's size; the host program keeps the pixels.
///
/// Corresponds to `UIImage`.
nonisolated open class UIImage {
  /// The size, in points.
  public let size: Size

  /// Creates an image of a size.
  public init(size: Size) {
    self.size = size
  }

  /// Returns `nil`, since there are no asset catalogs.
  ///
  /// The host program loads pictures.
  ///
  /// Corresponds to `UIImage.init(named:in:compatibleWith:)`.
  public convenience init?(
    named name: String, in bundle: Bundle? = nil, compatibleWith traits: UITraitCollection? = nil
  ) {
    nil
  }
}

/// A view that shows a picture.
///
/// Corresponds to `UIImageView`.
nonisolated open class UIImageView: View {
  /// The picture, which the host program draws.
  open var image: UIImage?

  /// Creates a view with a frame in its future superview.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }

  /// Creates a view of the size of a picture.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: Rect(origin: .zero, size: image?.size ?? .zero))
    isUserInteractionEnabled = false
  }

  open override func sizeThatFits(_ size: Size) -> Size { image?.size ?? .zero }
}
