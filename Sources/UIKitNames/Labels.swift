public import Foundation
public import ScrollEngine
public import ScrollGeometry
public import ScrollLists

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
  /// The colour of the text.
  open var textColor: UIColor? = .label
  /// How lines are aligned.
  open var textAlignment = NSTextAlignment.natural
  /// The maximum number of lines; 0 for any number.
  open var numberOfLines = 1

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

/// The labels of a cell, and how the host program is to draw it.
private struct CellAppearance {
  let textLabel = UILabel()
  let detailTextLabel = UILabel()
  var selectionStyle = TableViewCell.SelectionStyle.default
  var accessoryType = TableViewCell.AccessoryType.none
}

extension TableViewCell {
  /// How a selected cell is drawn.
  ///
  /// Corresponds to `UITableViewCell.SelectionStyle`.
  public enum SelectionStyle: Int, Hashable, Sendable, CaseIterable {
    /// Like any other.
    case none
    /// Blue.
    case blue
    /// Grey.
    case gray
    /// As the program draws selections.
    case `default`
  }

  /// What is drawn at the right edge of a cell.
  ///
  /// Corresponds to `UITableViewCell.AccessoryType`.
  public enum AccessoryType: Int, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// An arrow.
    case disclosureIndicator
    /// A button and an arrow.
    case detailDisclosureButton
    /// A check mark.
    case checkmark
    /// A button.
    case detailButton
  }

  private var look: CellAppearance {
    get {
      if let look = self[attached: CellAppearance.self] { return look }
      let look = CellAppearance()
      contentView.addSubview(look.textLabel)
      if style != .default { contentView.addSubview(look.detailTextLabel) }
      self[attached: CellAppearance.self] = look
      return look
    }
    set { self[attached: CellAppearance.self] = newValue }
  }

  /// The text of the cell.
  ///
  /// Corresponds to `UITableViewCell.textLabel`.
  public var textLabel: UILabel? { look.textLabel }

  /// The second text of the cell; `nil` for the default style.
  ///
  /// Corresponds to `UITableViewCell.detailTextLabel`.
  public var detailTextLabel: UILabel? { style == .default ? nil : look.detailTextLabel }

  /// How the selected cell is drawn.
  ///
  /// Corresponds to `UITableViewCell.selectionStyle`.
  public var selectionStyle: SelectionStyle {
    get { look.selectionStyle }
    set { look.selectionStyle = newValue }
  }

  /// What is drawn at the right edge.
  ///
  /// Corresponds to `UITableViewCell.accessoryType`.
  public var accessoryType: AccessoryType {
    get { look.accessoryType }
    set { look.accessoryType = newValue }
  }
}

extension TableView {
  /// What is drawn between rows.
  ///
  /// Corresponds to `UITableViewCell.SeparatorStyle`.
  public enum SeparatorStyle: Int, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A line.
    case singleLine
  }

  /// What is drawn between rows; a line by default.
  ///
  /// Corresponds to `UITableView.separatorStyle`.
  public var separatorStyle: SeparatorStyle {
    get { self[attached: SeparatorStyle.self] ?? .singleLine }
    set { self[attached: SeparatorStyle.self] = newValue }
  }
}

extension CollectionView {
  /// A Boolean value that indicates whether cells are asked for ahead of time; they are made when they become visible.
  ///
  /// Corresponds to `UICollectionView.isPrefetchingEnabled`.
  public var isPrefetchingEnabled: Bool {
    get { self[attached: Prefetching.self]?.isEnabled ?? false }
    set { self[attached: Prefetching.self] = Prefetching(isEnabled: newValue) }
  }
}

/// Whether cells are requested ahead of time.
private struct Prefetching {
  let isEnabled: Bool
}

/// The time since the host started, in seconds; not that of a window.
public func CACurrentMediaTime() -> Double { ProcessInfo.processInfo.systemUptime }
