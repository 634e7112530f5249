public import Foundation
public import ScrollEngine
public import ScrollGeometry

/// A font, as size and weight; the host program draws with its own.
///
/// Corresponds to `UIFont`.
public final class UIFont: Hashable, Sendable {
  /// The weights of fonts, from -1 to 1.
  ///
  /// Corresponds to `UIFont.Weight`.
  public struct Weight: RawRepresentable, Hashable, Sendable {
    /// The weight.
    public let rawValue: Double

    /// Creates a weight.
    public init(rawValue: Double) {
      self.rawValue = rawValue
    }

    /// A light weight.
    public static let light = Self(rawValue: -0.4)
    /// The weight of running text.
    public static let regular = Self(rawValue: 0)
    /// A medium weight.
    public static let medium = Self(rawValue: 0.23)
    /// A weight between medium and bold.
    public static let semibold = Self(rawValue: 0.3)
    /// A bold weight.
    public static let bold = Self(rawValue: 0.4)
  }

  /// The styles of text.
  ///
  /// Corresponds to `UIFont.TextStyle`.
  public enum TextStyle: String, Hashable, Sendable, CaseIterable {
    /// The largest title.
    case largeTitle
    /// A title.
    case title1
    /// A smaller title.
    case title2
    /// The smallest title.
    case title3
    /// A heading.
    case headline
    /// A heading below a heading.
    case subheadline
    /// Running text.
    case body
    /// Text beside running text.
    case callout
    /// A footnote.
    case footnote
    /// A caption.
    case caption1
    /// A smaller caption.
    case caption2

    /// The default size, in points. [A]
    fileprivate var size: Double {
      switch self {
      case .largeTitle: 34
      case .title1: 28
      case .title2: 22
      case .title3: 20
      case .headline, .body: 17
      case .callout: 16
      case .subheadline: 15
      case .footnote: 13
      case .caption1: 12
      case .caption2: 11
      }
    }
  }

  /// The size, in points.
  public let pointSize: Double
  /// The weight.
  public let weight: Weight

  private init(_ pointSize: Double, _ weight: Weight) {
    self.pointSize = pointSize
    self.weight = weight
  }

  /// The height of a line, in points.
  public var lineHeight: Double { (pointSize * 1.2).rounded(.up) }

  /// Returns a font of a size and a weight.
  public static func systemFont(ofSize size: Double, weight: Weight = .regular) -> UIFont {
    UIFont(size, weight)
  }

  /// Returns a bold font of a size.
  public static func boldSystemFont(ofSize size: Double) -> UIFont { UIFont(size, .bold) }

  /// Returns the font of a text style, in its default size.
  ///
  /// Corresponds to `UIFont.preferredFont(forTextStyle:)`.
  public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
    UIFont(style.size, style == .headline ? .semibold : .regular)
  }

  /// Returns whether two fonts have the same size and weight.
  public static func == (left: UIFont, right: UIFont) -> Bool {
    left.pointSize == right.pointSize && left.weight == right.weight
  }

  /// Hashes size and weight.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(pointSize)
    hasher.combine(weight)
  }
}

/// How lines of text are aligned.
public enum NSTextAlignment: Int, Hashable, Sendable, CaseIterable {
  /// At the left edge.
  case left
  /// In the middle.
  case center
  /// At the right edge.
  case right
  /// At both edges.
  case justified
  /// As the language has it.
  case natural
}

/// Where lines end that are too long.
///
/// Corresponds to `NSLineBreakMode`.
public enum NSLineBreakMode: Int, Hashable, Sendable, CaseIterable {
  /// Between words.
  case byWordWrapping
  /// Between characters.
  case byCharWrapping
  /// At the edge.
  case byClipping
  /// At the edge, with the beginning left out.
  case byTruncatingHead
  /// At the edge, with the end left out.
  case byTruncatingTail
  /// At the edge, with the middle left out.
  case byTruncatingMiddle
}

/// A text for the host program to draw.
///
/// Corresponds to `UILabel`.
nonisolated open class UILabel: View {
  /// The text.
  open var text: String?
  /// The text with its attributes.
  open var attributedText: NSAttributedString?
  /// The font.
  open var font: UIFont? = .systemFont(ofSize: 17)
  /// The color of the text.
  open var textColor: UIColor? = .label
  /// How lines are aligned.
  open var textAlignment = NSTextAlignment.natural
  /// The maximum number of lines; 0 for any number.
  open var numberOfLines = 1
  /// Where lines end that are too long.
  open var lineBreakMode = NSLineBreakMode.byTruncatingTail
  /// A Boolean value that determines whether text that is too long is drawn smaller.
  open var adjustsFontSizeToFitWidth = false
  /// The factor by which such text is drawn smaller at most; 0 for any.
  open var minimumScaleFactor = 0.0

  /// Creates a label with a frame in its future superview.
  public override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isUserInteractionEnabled = false
  }
}

/// A control with a title for the host program to draw.
///
/// Corresponds to `UIButton`.
nonisolated open class UIButton: Control {
  /// The types of buttons.
  ///
  /// Corresponds to `UIButton.ButtonType`.
  public enum ButtonType: Int, Hashable, Sendable, CaseIterable {
    /// Drawn by the program.
    case custom
    /// Drawn as the system draws buttons.
    case system
  }

  /// The type of the button.
  public private(set) var buttonType = ButtonType.custom
  /// The label with the title.
  public let titleLabel: UILabel? = UILabel()
  private var titles: [Control.State: String] = [:]

  /// Creates a button of a type.
  public convenience init(type buttonType: ButtonType) {
    self.init(frame: .zero)
    self.buttonType = buttonType
  }

  /// Sets the title for a state.
  open func setTitle(_ title: String?, for state: Control.State) {
    titles[state] = title
  }

  /// Returns the title for a state.
  open func title(for state: Control.State) -> String? { titles[state] ?? titles[.normal] }

  /// The title for the present state.
  open var currentTitle: String? { title(for: state) }
}
