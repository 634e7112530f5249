import Testing
import UIKitNames

@Suite struct `A transform in three dimensions` {
  private func near(_ one: CGAffineTransform, _ other: CGAffineTransform) -> Bool {
    zip(
      [one.a, one.b, one.c, one.d, one.tx, one.ty],
      [other.a, other.b, other.c, other.d, other.tx, other.ty]
    ).allSatisfy { abs($0 - $1) < 1e-12 }
  }

  @Test(arguments: [0.0, 0.3, -2, 7])
  func `in the plane is the affine transform of the same name, in the same order`(angle: Double) {
    var affine = CGAffineTransform.identity.translatedBy(x: 3, y: -4).rotated(by: angle)
    affine = affine.scaledBy(x: 2, y: 0.5)
    var transform = CATransform3DTranslate(CATransform3DIdentity, 3, -4, 0)
    transform = CATransform3DRotate(transform, angle, 0, 0, 9)
    transform = CATransform3DScale(transform, 2, 0.5, 1)
    #expect(near(CATransform3DGetAffineTransform(transform), affine))
    #expect(CATransform3DIsAffine(transform))
  }

  @Test func `out of the plane foreshortens, without perspective`() {
    var transform = CATransform3DIdentity
    transform.m34 = -0.002
    transform = CATransform3DRotate(transform, .pi / 3, 0, 1, 0)
    #expect(!CATransform3DIsAffine(transform))
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 40))
    view.transform3D = transform
    #expect(abs(view.frame.width - 50) < 1e-9)
    #expect(view.frame.height == 40)
    #expect(view.layer.transform == view.transform3D)
  }

  @Test func `undoes itself by the opposite angle about any axis`() {
    let there = CATransform3DMakeRotation(1.1, 1, 2, -3)
    let back = CATransform3DMakeRotation(-1.1, 1, 2, -3)
    let whole = CATransform3DConcat(there, back)
    for (one, other) in [(whole.m11, 1.0), (whole.m12, 0), (whole.m23, 0), (whole.m33, 1)] {
      #expect(abs(one - other) < 1e-12)
    }
    #expect(CATransform3DIsIdentity(CATransform3DMakeRotation(2, 0, 0, 0)))
  }

  @Test func `scales the items of a layout`() {
    let attributes = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 0, section: 0))
    attributes.size = CGSize(width: 80, height: 60)
    attributes.transform3D = CATransform3DMakeScale(0.5, 0.25, 1)
    #expect(attributes.frame.size == CGSize(width: 40, height: 15))
  }

  @Test func `a view keeps what assistive technologies are to know of it`() {
    let view = UIView()
    #expect(view.accessibilityLabel == nil && view.accessibilityTraits == .none)
    view.accessibilityLabel = "Rain"
    view.accessibilityTraits = [.image, .selected]
    view.isAccessibilityElement = true
    #expect(view.accessibilityLabel == "Rain" && view.accessibilityTraits.contains(.image))
    #expect(view.isAccessibilityElement && UIView().accessibilityLabel == nil)
  }

  @Test func `an activity indicator hides while it does not turn`() {
    let indicator = UIActivityIndicatorView(style: .large)
    #expect(indicator.frame.width == 37)
    #expect(indicator.isHidden)
    indicator.startAnimating()
    #expect(!indicator.isHidden)
    indicator.stopAnimating()
    #expect(indicator.isHidden)
    indicator.hidesWhenStopped = false
    #expect(!indicator.isHidden)
  }
}
