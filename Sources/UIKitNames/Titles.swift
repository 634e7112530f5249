public import Foundation
public import ScrollEngine

extension RefreshControl {
  /// The text below the control, for the host program to draw; `nil` by default.
  ///
  /// Corresponds to `UIRefreshControl.attributedTitle`.
  public var attributedTitle: NSAttributedString? {
    get { self[attached: AttributedTitle.self]?.text }
    set { self[attached: AttributedTitle.self] = newValue.map(AttributedTitle.init) }
  }
}

/// The text below a refresh control.
private struct AttributedTitle {
  let text: NSAttributedString
}

extension NSAttributedString.Key {
  /// The font of the text.
  public static let font = Self(rawValue: "NSFont")
  /// The color of the text.
  public static let foregroundColor = Self(rawValue: "NSColor")
  /// The color behind the text.
  public static let backgroundColor = Self(rawValue: "NSBackgroundColor")
  /// The distance between characters, in points.
  public static let kern = Self(rawValue: "NSKern")
}

extension TextField {
  /// The borders of text fields.
  ///
  /// Corresponds to `UITextField.BorderStyle`.
  public enum BorderStyle: Int, Hashable, Sendable, CaseIterable {
    /// None.
    case none
    /// A line.
    case line
    /// A bezel.
    case bezel
    /// A rounded rectangle.
    case roundedRect
  }

  /// The border that the host program draws; none by default.
  ///
  /// Corresponds to `UITextField.borderStyle`.
  public var borderStyle: BorderStyle {
    get { self[attached: BorderStyle.self] ?? .none }
    set { self[attached: BorderStyle.self] = newValue }
  }
}
