/// A reference to a view that does not keep it alive: `nil` once the view is gone.
///
/// It does what `weak` does for about a tenth of the time: the runtime moves the counts of an object that `weak` variables
/// refer to into a table, and then every retain and release of it takes several times as long, in each frame.
@propertyWrapper
struct NonOwning<Target: View> {
  private var reference: ViewReference?

  var wrappedValue: Target? {
    // Only a `Target` is ever stored.
    get { reference?.view.map { unsafe unsafeDowncast($0, to: Target.self) } }
    set { reference = newValue?.reference }
  }

  init(wrappedValue: Target?) {
    reference = wrappedValue?.reference
  }
}

/// What the references to one view share; the view clears it when it goes away.
final class ViewReference {
  private unowned(unsafe) var target: View?

  var view: View? { unsafe target }

  /// Creates the reference to `view`, which has to clear it in its `deinit`.
  init(_ view: View) {
    unsafe target = view
  }

  func clear() {
    unsafe target = nil
  }
}

extension View {
  /// What references to the view that do not keep it alive share.
  var reference: ViewReference {
    if let usedReference { return usedReference }
    let reference = ViewReference(self)
    usedReference = reference
    return reference
  }
}
