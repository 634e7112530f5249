internal import CX11

/// The names of keys, as events have them.
package enum KeyName {
  /// Returns the name that events have for a key.
  ///
  /// - Parameter text: The name of a keysym, in which the first letter may be small, or the character that the key types.
  /// - Returns: The name, such as `Next` for `Page_Down` and `less` for `<`; `nil` where no key has it.
  package static func canonical(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    if let scalar = scalars.first, scalars.count == 1 {
      return (0x21...0xFF).contains(scalar.value) ? name(KeySym(scalar.value)) : nil
    }
    let capitalized = text.prefix(1).uppercased() + text.dropFirst()
    return [text, capitalized].lazy.map(symbol).first { $0 != 0 }.flatMap(name)
  }

  /// Returns the keysym of a name; 0 (`NoSymbol`) where there is none.
  private static func symbol(_ name: String) -> KeySym { XStringToKeysym(name) }

  private static func name(_ symbol: KeySym) -> String? {
    XKeysymToString(symbol).map { String(cString: $0) }
  }
}
