public import ScrollEngine

/// What a view is for assistive technologies; the host program passes it on.
///
/// Corresponds to `UIAccessibilityTraits`.
public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt64

  /// Creates a set from its bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// A button.
  public static let button = Self(rawValue: 1)
  /// A link.
  public static let link = Self(rawValue: 2)
  /// A picture.
  public static let image = Self(rawValue: 4)
  /// Something that is selected.
  public static let selected = Self(rawValue: 8)
  /// Text that does not change.
  public static let staticText = Self(rawValue: 64)
  /// Something that cannot be used now.
  public static let notEnabled = Self(rawValue: 256)
  /// Something whose value is adjusted step by step.
  public static let adjustable = Self(rawValue: 4096)
  /// A heading.
  public static let header = Self(rawValue: 65536)
  /// Nothing of these.
  public static let none: Self = []
}

/// The properties of a view for assistive technologies.
private final class Accessibility {
  var isElement = false
  var label: String?
  var value: String?
  var hint: String?
  var identifier: String?
  var traits: UIAccessibilityTraits = []
}

extension View {
  private var accessibility: Accessibility {
    if let properties = self[attached: Accessibility.self] { return properties }
    let properties = Accessibility()
    self[attached: Accessibility.self] = properties
    return properties
  }

  /// A Boolean value that determines whether assistive technologies can reach the view; false by default.
  public var isAccessibilityElement: Bool {
    get { accessibility.isElement }
    set { accessibility.isElement = newValue }
  }

  /// A short description of the view.
  public var accessibilityLabel: String? {
    get { accessibility.label }
    set { accessibility.label = newValue }
  }

  /// The value of the view, as text.
  public var accessibilityValue: String? {
    get { accessibility.value }
    set { accessibility.value = newValue }
  }

  /// What using the view does.
  public var accessibilityHint: String? {
    get { accessibility.hint }
    set { accessibility.hint = newValue }
  }

  /// A name of the view for tests.
  public var accessibilityIdentifier: String? {
    get { accessibility.identifier }
    set { accessibility.identifier = newValue }
  }

  /// What the view is.
  public var accessibilityTraits: UIAccessibilityTraits {
    get { accessibility.traits }
    set { accessibility.traits = newValue }
  }
}
