@_exported public import Foundation
@_exported public import ScrollEngine
@_exported public import ScrollGeometry
@_exported public import ScrollLists

// MARK: - Geometry

/// A floating-point number of CoreGraphics: `Double` on every platform.
public typealias CGFloat = Double
/// CoreGraphics' name of ``Point``.
public typealias CGPoint = Point
/// CoreGraphics' name of ``Size``.
public typealias CGSize = Size
/// CoreGraphics' name of ``Rect``.
public typealias CGRect = Rect
/// CoreGraphics' name of ``ScrollGeometry/AffineTransform``.
public typealias CGAffineTransform = ScrollGeometry.AffineTransform
/// UIKit's name of ``EdgeInsets``.
public typealias UIEdgeInsets = EdgeInsets
/// UIKit's name of ``RectEdge``.
public typealias UIRectEdge = RectEdge

// MARK: - Views

/// UIKit's name of ``Responder``.
public typealias UIResponder = Responder
/// UIKit's name of ``View``.
public typealias UIView = View
/// UIKit's name of ``Window``.
public typealias UIWindow = Window
/// UIKit's name of ``Control``.
public typealias UIControl = Control
/// UIKit's name of ``RefreshControl``.
public typealias UIRefreshControl = RefreshControl
/// UIKit's name of ``ScrollView``.
public typealias UIScrollView = ScrollView
/// UIKit's name of ``ScrollViewDelegate``.
public typealias UIScrollViewDelegate = ScrollViewDelegate
/// UIKit's name of ``ViewPropertyAnimator``.
public typealias UIViewPropertyAnimator = ViewPropertyAnimator
/// UIKit's name of ``ViewPropertyAnimator/Position``.
public typealias UIViewAnimatingPosition = ViewPropertyAnimator.Position
/// UIKit's name of ``ViewPropertyAnimator/State``.
public typealias UIViewAnimatingState = ViewPropertyAnimator.State

extension ViewPropertyAnimator {
  /// Continues a paused animation; there are no other timing parameters than the animator's own.
  ///
  /// Corresponds to `UIViewPropertyAnimator.continueAnimation(withTimingParameters:durationFactor:)`.
  public func continueAnimation(
    withTimingParameters parameters: Never?, durationFactor: CGFloat
  ) {
    continueAnimation(durationFactor: durationFactor)
  }
}

// MARK: - Touches and gestures

/// UIKit's name of ``Touch``.
public typealias UITouch = Touch
/// UIKit's name of ``Event``.
public typealias UIEvent = Event
/// UIKit's name of ``Modifiers``.
public typealias UIKeyModifierFlags = Modifiers
/// UIKit's name of ``GestureRecognizer``.
public typealias UIGestureRecognizer = GestureRecognizer
/// UIKit's name of ``GestureRecognizerDelegate``.
public typealias UIGestureRecognizerDelegate = GestureRecognizerDelegate
/// UIKit's name of ``PanGestureRecognizer``.
public typealias UIPanGestureRecognizer = PanGestureRecognizer
/// UIKit's name of ``PinchGestureRecognizer``.
public typealias UIPinchGestureRecognizer = PinchGestureRecognizer
/// UIKit's name of ``TapGestureRecognizer``.
public typealias UITapGestureRecognizer = TapGestureRecognizer
/// UIKit's name of ``LongPressGestureRecognizer``.
public typealias UILongPressGestureRecognizer = LongPressGestureRecognizer
/// UIKit's name of ``SwipeGestureRecognizer``.
public typealias UISwipeGestureRecognizer = SwipeGestureRecognizer
/// UIKit's name of ``ScreenEdgePanGestureRecognizer``.
public typealias UIScreenEdgePanGestureRecognizer = ScreenEdgePanGestureRecognizer

// MARK: - Lists

/// The index path of ScrollLists, which takes the place of Foundation's.
public typealias IndexPath = ScrollLists.IndexPath
/// UIKit's name of ``TableView``.
public typealias UITableView = TableView
/// UIKit's name of ``TableViewDataSource``.
public typealias UITableViewDataSource = TableViewDataSource
/// UIKit's name of ``TableViewDelegate``.
public typealias UITableViewDelegate = TableViewDelegate
/// UIKit's name of ``TableViewCell``.
public typealias UITableViewCell = TableViewCell
/// UIKit's name of ``TableViewHeaderFooterView``.
public typealias UITableViewHeaderFooterView = TableViewHeaderFooterView
/// UIKit's name of ``CollectionView``.
public typealias UICollectionView = CollectionView
/// UIKit's name of ``CollectionViewDataSource``.
public typealias UICollectionViewDataSource = CollectionViewDataSource
/// UIKit's name of ``CollectionViewDelegate``.
public typealias UICollectionViewDelegate = CollectionViewDelegate
/// UIKit's name of ``CollectionViewCell``.
public typealias UICollectionViewCell = CollectionViewCell
/// UIKit's name of ``CollectionReusableView``.
public typealias UICollectionReusableView = CollectionReusableView
/// UIKit's name of ``CollectionViewLayout``.
public typealias UICollectionViewLayout = CollectionViewLayout
/// UIKit's name of ``CollectionViewLayoutAttributes``.
public typealias UICollectionViewLayoutAttributes = CollectionViewLayoutAttributes
/// UIKit's name of ``CollectionViewLayoutInvalidationContext``.
public typealias UICollectionViewLayoutInvalidationContext = CollectionViewLayoutInvalidationContext
/// UIKit's name of ``CollectionViewUpdateItem``.
public typealias UICollectionViewUpdateItem = CollectionViewUpdateItem
/// UIKit's name of ``CollectionViewFlowLayout``.
public typealias UICollectionViewFlowLayout = CollectionViewFlowLayout
/// UIKit's name of ``CollectionViewFlowLayoutInvalidationContext``.
public typealias UICollectionViewFlowLayoutInvalidationContext =
  CollectionViewFlowLayoutInvalidationContext
/// UIKit's name of ``CollectionViewDelegateFlowLayout``.
public typealias UICollectionViewDelegateFlowLayout = CollectionViewDelegateFlowLayout

// MARK: - Observing

/// Foundation's name of ``KeyValueObservation``.
public typealias NSKeyValueObservation = KeyValueObservation
/// Foundation's name of ``KeyValueObservingOptions``.
public typealias NSKeyValueObservingOptions = KeyValueObservingOptions
/// Foundation's name of ``KeyValueObservedChange``.
public typealias NSKeyValueObservedChange = KeyValueObservedChange
/// Foundation's name of ``KeyValueChangeKey``.
public typealias NSKeyValueChangeKey = KeyValueChangeKey

extension Control {
  /// UIKit's name of ``Control/Events``.
  public typealias Event = Control.Events
}

/// Foundation's name of ``CopyingZone``.
public typealias NSZone = CopyingZone

/// QuartzCore's name of a time in seconds.
public typealias CFTimeInterval = Double

// MARK: - Text

/// UIKit's name of ``TextField``.
public typealias UITextField = TextField
/// UIKit's name of ``TextFieldDelegate``.
public typealias UITextFieldDelegate = TextFieldDelegate
/// UIKit's name of ``TextView``.
public typealias UITextView = TextView
/// UIKit's name of ``TextViewDelegate``.
public typealias UITextViewDelegate = TextViewDelegate

// Programs written for UIKit find Foundation and the engine behind one import, as they find Foundation behind UIKit's.
