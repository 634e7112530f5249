public import Foundation
public import ScrollEngine

extension Responder {
  /// Posted when the keyboard begins to appear, or changes its height.
  ///
  /// Corresponds to `UIResponder.keyboardWillShowNotification`.
  public static let keyboardWillShowNotification = Notification.Name(
    "UIKeyboardWillShowNotification")
  /// Posted when the keyboard has appeared.
  ///
  /// Corresponds to `UIResponder.keyboardDidShowNotification`.
  public static let keyboardDidShowNotification = Notification.Name(
    "UIKeyboardDidShowNotification")
  /// Posted when the keyboard begins to disappear.
  ///
  /// Corresponds to `UIResponder.keyboardWillHideNotification`.
  public static let keyboardWillHideNotification = Notification.Name(
    "UIKeyboardWillHideNotification")
  /// Posted when the keyboard has disappeared.
  ///
  /// Corresponds to `UIResponder.keyboardDidHideNotification`.
  public static let keyboardDidHideNotification = Notification.Name(
    "UIKeyboardDidHideNotification")
  /// Posted before each change of the keyboard's frame.
  ///
  /// Corresponds to `UIResponder.keyboardWillChangeFrameNotification`.
  public static let keyboardWillChangeFrameNotification = Notification.Name(
    "UIKeyboardWillChangeFrameNotification")
  /// Posted after each change of the keyboard's frame.
  ///
  /// Corresponds to `UIResponder.keyboardDidChangeFrameNotification`.
  public static let keyboardDidChangeFrameNotification = Notification.Name(
    "UIKeyboardDidChangeFrameNotification")

  /// The key of the frame before the change, an `NSValue` of a rectangle in the window's coordinates.
  ///
  /// Corresponds to `UIResponder.keyboardFrameBeginUserInfoKey`.
  public static let keyboardFrameBeginUserInfoKey = "UIKeyboardFrameBeginUserInfoKey"
  /// The key of the frame after the change, an `NSValue` of a rectangle in the window's coordinates.
  ///
  /// Corresponds to `UIResponder.keyboardFrameEndUserInfoKey`.
  public static let keyboardFrameEndUserInfoKey = "UIKeyboardFrameEndUserInfoKey"
  /// The key of the duration of the animation, an `NSNumber` in seconds.
  ///
  /// Corresponds to `UIResponder.keyboardAnimationDurationUserInfoKey`.
  public static let keyboardAnimationDurationUserInfoKey = "UIKeyboardAnimationDurationUserInfoKey"
  /// The key of the curve of the animation, an `NSNumber` with a raw value of `UIView.AnimationCurve`.
  ///
  /// Corresponds to `UIResponder.keyboardAnimationCurveUserInfoKey`.
  public static let keyboardAnimationCurveUserInfoKey = "UIKeyboardAnimationCurveUserInfoKey"
}

extension Keyboard {
  /// Posts UIKit's notifications of the keyboard from now on; a program calls it once for its window.
  ///
  /// The object of the notifications is the keyboard.
  public func postNotifications(to center: NotificationCenter = .default) {
    observe { [weak self] change in
      for name in change.kind.notifications {
        center.post(name: name, object: self, userInfo: change.userInfo)
      }
    }
  }
}

extension Keyboard.Change.Kind {
  fileprivate var notifications: [Notification.Name] {
    switch self {
    case .willShow:
      [Responder.keyboardWillChangeFrameNotification, Responder.keyboardWillShowNotification]
    case .didShow:
      [Responder.keyboardDidChangeFrameNotification, Responder.keyboardDidShowNotification]
    case .willHide:
      [Responder.keyboardWillChangeFrameNotification, Responder.keyboardWillHideNotification]
    case .didHide:
      [Responder.keyboardDidChangeFrameNotification, Responder.keyboardDidHideNotification]
    }
  }
}

extension Keyboard.Change {
  fileprivate var userInfo: [AnyHashable: Any] {
    [
      Responder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: frameBegin),
      Responder.keyboardFrameEndUserInfoKey: NSValue(cgRect: frameEnd),
      Responder.keyboardAnimationDurationUserInfoKey: NSNumber(value: animationDuration),
      Responder.keyboardAnimationCurveUserInfoKey: NSNumber(
        value: View.AnimationCurve.easeInOut.rawValue),
    ]
  }
}
