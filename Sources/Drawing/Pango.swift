import Glibc
import Synchronization

/// The functions of Pango that are used, as its documentation declares them; objects are opaque here.
///
/// It is loaded on first use: most pictures never need it, and it takes ten libraries.
struct Pango: @unchecked Sendable {
  /// The functions; `nil` where Pango is not installed.
  static let loaded = try? Self()
  /// True where Pango was needed and is not installed.
  static let isMissed = Atomic(false)

  /// Units per unit of the canvas (`PANGO_SCALE`).
  static let scale = 1024.0
  /// A weight (`PANGO_WEIGHT_BOLD`).
  static let bold: Int32 = 700

  let createLayout: @convention(c) (OpaquePointer) -> OpaquePointer?
  let showLine: @convention(c) (OpaquePointer, OpaquePointer?) -> Void
  let setOptions: @convention(c) (OpaquePointer?, OpaquePointer) -> Void
  let getContext: @convention(c) (OpaquePointer) -> OpaquePointer?
  let contextChanged: @convention(c) (OpaquePointer) -> Void
  let setText: @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> Void
  let setFont: @convention(c) (OpaquePointer, OpaquePointer?) -> Void
  let setSingleParagraph: @convention(c) (OpaquePointer, Int32) -> Void
  let getSize:
    @convention(c) (OpaquePointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void
  let getBaseline: @convention(c) (OpaquePointer) -> Int32
  let getLine: @convention(c) (OpaquePointer, Int32) -> OpaquePointer?
  let newFont: @convention(c) () -> OpaquePointer?
  let freeFont: @convention(c) (OpaquePointer?) -> Void
  let setFamily: @convention(c) (OpaquePointer?, UnsafePointer<CChar>) -> Void
  let setSize: @convention(c) (OpaquePointer?, Double) -> Void
  let setWeight: @convention(c) (OpaquePointer?, Int32) -> Void
  let unref: @convention(c) (OpaquePointer) -> Void

  private struct Missing: Error {}

  private init() throws(Missing) {
    // Its dependencies come with it, and their functions are found through it.
    let library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL)
    func function<Function>(_ name: String) throws(Missing) -> Function {
      guard let library, let address = dlsym(library, name) else {
        Self.isMissed.store(true, ordering: .relaxed)
        throw Missing()
      }
      return unsafeBitCast(address, to: Function.self)
    }
    createLayout = try function("pango_cairo_create_layout")
    showLine = try function("pango_cairo_show_layout_line")
    setOptions = try function("pango_cairo_context_set_font_options")
    getContext = try function("pango_layout_get_context")
    contextChanged = try function("pango_layout_context_changed")
    setText = try function("pango_layout_set_text")
    setFont = try function("pango_layout_set_font_description")
    setSingleParagraph = try function("pango_layout_set_single_paragraph_mode")
    getSize = try function("pango_layout_get_size")
    getBaseline = try function("pango_layout_get_baseline")
    getLine = try function("pango_layout_get_line_readonly")
    newFont = try function("pango_font_description_new")
    freeFont = try function("pango_font_description_free")
    setFamily = try function("pango_font_description_set_family")
    setSize = try function("pango_font_description_set_absolute_size")
    setWeight = try function("pango_font_description_set_weight")
    unref = try function("g_object_unref")
  }
}
