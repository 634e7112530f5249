/// The settings in the property of an XSETTINGS manager.
///
/// Any program can be the manager, so every length is checked, and a property that ends early is refused as a whole.
struct XSettings: Hashable, Sendable {
  /// The value of a setting.
  enum Value: Hashable, Sendable {
    case integer(Int)
    case text([UInt8])
    case color([UInt16])
  }

  /// The settings by their names, such as `Net/DoubleClickTime`.
  private(set) var values: [String: Value] = [:]

  /// Makes the settings of a screen without a manager.
  init() {}

  /// Parses the property; `nil` where it is damaged.
  init?(_ bytes: [UInt8]) {
    guard var reader = Reader(bytes), reader.number(4) != nil, let count = reader.number(4) else {
      return nil
    }
    // What is announced needs no memory before it is there.
    for _ in 0..<count {
      guard let (name, value) = reader.setting() else { return nil }
      values[name] = value
    }
  }

  /// The number of a setting; `nil` where it is missing or none.
  func integer(_ name: String) -> Int? {
    if case .integer(let number)? = values[name] { number } else { nil }
  }

  /// The text of a setting; `nil` where it is missing or none.
  func text(_ name: String) -> String? {
    if case .text(let bytes)? = values[name] { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}

/// Reads numbers in the byte order that the first byte names.
private struct Reader {
  private var rest: ArraySlice<UInt8>
  private let isBigEndian: Bool

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 4, bytes[0] <= 1 else { return nil }
    // LSBFirst is 0, MSBFirst 1; three unused bytes follow.
    isBigEndian = bytes[0] == 1
    rest = bytes[4...]
  }

  mutating func number(_ size: Int) -> Int? {
    guard let digits = bytes(size) else { return nil }
    let ordered = isBigEndian ? Array(digits) : digits.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Removes and returns bytes, without those that fill up to a multiple of four.
  private mutating func text(_ count: Int) -> ArraySlice<UInt8>? {
    guard let text = bytes(count), bytes(-count & 3) != nil else { return nil }
    return text
  }

  private mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  mutating func setting() -> (name: String, value: XSettings.Value)? {
    guard let type = number(1), bytes(1) != nil, let length = number(2), let name = text(length),
      // The serial number of the last change.
      number(4) != nil, let value = value(type)
    else { return nil }
    return (String(decoding: name, as: UTF8.self), value)
  }

  private mutating func value(_ type: Int) -> XSettings.Value? {
    switch type {
    case 0:
      return number(4).map { .integer(Int(Int32(truncatingIfNeeded: $0))) }
    case 1:
      guard let length = number(4), let text = text(length) else { return nil }
      return .text(Array(text))
    case 2:
      var parts: [UInt16] = []
      for _ in 0..<4 {
        guard let part = number(2) else { return nil }
        parts.append(UInt16(truncatingIfNeeded: part))
      }
      return .color(parts)
    default: return nil
    }
  }
}
