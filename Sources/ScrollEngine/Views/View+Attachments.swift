extension View {
  /// A value that the program keeps with the view, one for each type, such as how to draw it.
  ///
  /// The engine does not read it.
  public subscript<Value>(attached type: Value.Type) -> Value? {
    get { attachments[ObjectIdentifier(type)] as? Value }
    set { attachments[ObjectIdentifier(type)] = newValue }
  }
}
