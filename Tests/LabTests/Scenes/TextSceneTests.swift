import ScrollEngine
import ScrollGeometry
import ScrollLists
import Testing

@testable import OverscrollLab

/// Scenes with text.
@Suite struct `A scene of text` {
  private let field = KeyboardScene.field.center

  /// Taps the field, then does `input`; returns whether the keyboard is still shown, with the log.
  private func keyboard(
    _ mode: String, refuses: Bool = false, _ input: (inout Demo) -> Void
  ) throws -> (isShown: Bool, log: CallbackLog, stage: Stage) {
    let log = CallbackLog()
    let stage = try PlayedScene.stage(
      "keyboard", ["refuses": .bool(refuses)],
      [Script.Setting(.keyboardDismissMode, .word(mode))], log: log)
    stage.play { $0.tap(field) }
    #expect(stage.window.keyboard.isShown && stage.window.keyboard.frame.minY == 640 - 216)
    stage.play(input)
    return (stage.window.keyboard.isShown, log, stage)
  }

  @Test(arguments: [false, true])
  func `keyboard.tap a tap outside dismisses the keyboard, and selects the row either way`(
    refuses: Bool
  ) throws {
    let (isShown, log, stage) = try keyboard("none", refuses: refuses) { $0.tap(Point(180, 250)) }
    #expect(isShown == refuses)
    #expect(log.names.contains("dismiss") == !refuses)
    #expect((stage.scrollView as? TableView)?.indexPathForSelectedRow?.row == 4)
  }

  @Test(arguments: [("none", true), ("onDrag", false), ("interactive", true)])
  func `keyboard.dismiss a drag above the keyboard dismisses it as the mode says`(
    mode: String, staysShown: Bool
  ) throws {
    let (isShown, log, _) = try keyboard(mode) {
      $0.drag(from: Point(180, 350), to: Point(180, 250))
    }
    #expect(isShown == staysShown)
    #expect(log.names.contains("scrollViewWillBeginDragging"))
  }

  @Test
  func `keyboard.dismiss an interactive drag takes the keyboard along and dismisses it below half`()
    throws
  {
    var places: Set<Double> = []
    let stage = try keyboard("interactive") { _ in }.stage
    stage.play {
      $0.drag(from: Point(180, 300), to: Point(180, 600), for: 0.8)
    } each: {
      places.insert($0.window.keyboard.frame.minY)
    }
    #expect(places.count > 20 && !stage.window.keyboard.isShown)
  }

  @Test
  func `view.subclasses a text view wraps its lines, selects, copies and scrolls to the caret`()
    throws
  {
    let stage = try PlayedScene.stage("text")
    let view = try #require(stage.scrollView as? TextView)
    #expect(view.contentSize.height > 2 * view.bounds.height)
    #expect(view.visibleLines.allSatisfy { $0.width <= view.bounds.width - 24 })
    stage.play {
      $0.flick(from: Point(40, 60), to: Point(240, 120), for: 0.5, type: .indirectPointer)
      $0.key("c", holding: .control)
    }
    let range = view.selectedRange
    #expect(range.count > 60)
    let copied = try #require(stage.scene(TextScene.self)).copied
    #expect(copied == String(Array(view.text)[range]))
    #expect(view.contentOffset == view.minimumContentOffset)
    stage.play { $0.key("End", holding: .control) }
    #expect(view.contentOffset.y > view.bounds.height)
    stage.play { $0.flick(from: Point(200, 100), to: Point(200, 400)) }
    #expect(view.contentOffset.y < view.maximumContentOffset.y)
  }
}
