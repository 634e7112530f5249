import OverscrollTestRig
import ScrollEngine
import ScrollGeometry
import Testing

@testable import OverscrollShell

@Suite struct `Keys over a picture` {
  private let folder = PictureFolder()

  /// Opens a picture or a scene with its parameters beside it, and returns the middle of a number's field, in points of the window.
  private func open(_ arguments: [String]? = nil) throws -> (viewer: HeadlessViewer, number: Point)
  {
    try folder.add("a.ppm", 1)
    let viewer = try HeadlessViewer(arguments ?? [folder.path, "--animations", "off"])
    if viewer.window.controller.layout.frames[.parameters] == nil { try viewer.settle(after: "F6") }
    let controller = viewer.window.controller
    let panel = try #require(controller.page.panel(in: .parameters) as? EnginePanel)
    let control = try #require(panel.window.tabStops.first { $0 is TextInputControl })
    let frame = try #require(controller.layout.frames[.parameters])
    let place = control.convert(control.bounds.center, to: nil) + frame.origin
    return (viewer, place)
  }

  @Test(arguments: ["ctrl+g", "question", "Menu"])
  func `type into a panel's field once that is clicked, and no longer into the page`(
    key: String
  ) throws {
    let (viewer, number) = try open()
    let controller = viewer.window.controller
    try viewer.input.type(key)
    #expect(controller.page.traits.isTyping)
    try viewer.input.click(number)
    #expect(!controller.page.traits.isTyping && controller.input.focus.control != nil)
    // And the other way round.
    try viewer.input.type("Escape")
    try viewer.input.click(number)
    try viewer.input.move(to: Point(300, 300))
    try viewer.input.click(button: 3)
    #expect(controller.page.traits.isTyping && controller.input.focus.control == nil)
  }

  @Test(arguments: ["ctrl+g", "F2", "question"])
  func `type no longer into the page once a panel is clicked that has no field`(key: String) throws
  {
    try folder.add("a.ppm", 1)
    let viewer = try HeadlessViewer([folder.path, "--animations", "off"])
    try viewer.settle(after: "ctrl+i")
    let controller = viewer.window.controller
    let panel = try #require(controller.layout.frames[.information])
    try viewer.settle(after: key)
    #expect(controller.page.traits.isTyping)
    try viewer.input.click(panel.center)
    #expect(!controller.page.traits.isTyping)
  }

  @Test func `type into a panel's field once that is clicked, and no longer into a scene's list`()
    throws
  {
    let (viewer, number) = try open(["scene", "table"])
    let controller = viewer.window.controller
    try viewer.input.click(number)
    #expect(controller.input.focus.control != nil)
    try viewer.input.type("Escape", "question")
    #expect(controller.commands.isShown && controller.input.focus.control == nil)
    try viewer.input.click(number)
    #expect(!controller.commands.isShown && controller.input.focus.control != nil)
    // And the other way round, while the field has the keys.
    controller.showCommands()
    #expect(controller.commands.isShown && controller.input.focus.control == nil)
  }
}
