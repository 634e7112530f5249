import OverscrollBase
import ScrollGeometry

/// A plan of manual checks: what to do, what to expect, and what has to happen before a step can pass.
package struct QAPlan: Hashable, Sendable {
  /// The version of the format.
  package static let version = 1

  /// A device that a step is meant for.
  package enum Device: String, Hashable, Sendable, CaseIterable {
    case mouse
    case touch
    case touchpad
    case keyboard
  }

  /// One check.
  package struct Step: Hashable, Sendable {
    /// Unique in the plan; also the name of a folder.
    package var id: String
    /// The scene; `nil` for a grid in a scroll view of its own.
    package var scene: String?
    /// Properties of the scene, or of the scroll view.
    package var settings: [String: JSONValue] = [:]
    /// What the user is to do.
    package var task: String
    /// What is to be seen.
    package var expectation: String
    /// What the take has to show before the step can pass.
    package var needs: [QARequirement]
    /// The devices with which the step makes sense; empty for any.
    package var devices: [Device] = []
    /// What is asserted about the take; empty where only the user can judge.
    package var checks: [QACheck] = []
    /// Events that show the step's claim, as in scripts; empty for those of the scene's demo.
    package var demo: [JSONValue] = []
  }

  /// A panel beside what a step shows.
  package enum Panel: String, Hashable, Sendable, CaseIterable {
    case parameters, log, curves
  }

  package var title: String
  /// The panels with which the session opens; `nil` for the usual ones.
  package var panels: [Panel]?
  /// At least one step.
  package var steps: [Step]
}

extension QAPlan.Step {
  /// The checks by which any take of the step is judged, rather than its demo alone.
  package var checksOfTakes: [QACheck] { checks.filter { !$0.isOfDemo } }
}

// MARK: - Reading

extension QAPlan {
  /// Reads a plan: JSON Lines, the header first, then a step a line.
  ///
  /// - Throws: ``LabError`` with the line and what is wrong there.
  package init(parsing text: String, file: String) throws(LabError) {
    var title: String?
    var panels: [Panel]?
    var steps: [Step] = []
    var linesOfSteps: [String: Int] = [:]
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = Substring(bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes)
      guard line.contains(where: { !$0.isWhitespace }) else { continue }
      do throws(ScriptFields.Problem) {
        guard bytes.count <= LabLimits.line else {
          throw ScriptFields.Problem("lines are limited to 64 KiB")
        }
        let fields = try ScriptFields(ofPlan: line)
        if title == nil {
          title = try Self.title(fields)
          panels = fields.has("panels") ? try fields.words("panels") : nil
          continue
        }
        let step = try Step(fields)
        if let first = linesOfSteps.updateValue(index + 1, forKey: step.id) {
          throw ScriptFields.Problem(
            "\"id\" is \"\(step.id)\", as on line \(first); each step must have its own")
        }
        steps.append(step)
      } catch {
        throw LabError(file: file, line: index + 1, problem: error.text)
      }
    }
    guard let title else {
      throw LabError(file: file, line: 1, problem: "the plan is empty; a header is missing")
    }
    guard !steps.isEmpty else { throw LabError(file: file, problem: "the plan has no steps") }
    self.init(title: title, panels: panels, steps: steps)
  }

  /// The keys of the first line.
  package static let headerKeys = ["overscroll_qa", "title", "panels"]

  private static func title(_ fields: ScriptFields) throws(ScriptFields.Problem) -> String {
    guard case .number(let version)? = fields.fields["overscroll_qa"] else {
      throw ScriptFields.Problem("the first line must be the header, {\"overscroll_qa\":1, …}")
    }
    guard version == Double(Self.version) else {
      throw ScriptFields.Problem("unknown plan version; this program reads version 1")
    }
    try fields.refuseUnknown(besides: headerKeys)
    return try fields.string("title")
  }
}

extension QAPlan.Step {
  /// The keys of a line.
  package static let keys = [
    "id", "scene", "set", "do", "expect", "needs", "devices", "checks", "demo",
  ]

  private static func checks(_ fields: ScriptFields) throws(ScriptFields.Problem) -> [QACheck] {
    var checks: [QACheck] = []
    for value in try fields.list("checks") { checks.append(try QACheck(value)) }
    return checks
  }

  fileprivate init(_ fields: ScriptFields) throws(ScriptFields.Problem) {
    try fields.refuseUnknown(besides: Self.keys)
    let id = try fields.string("id")
    // A folder of the report has this name.
    guard !id.isEmpty, id.utf8.count <= 64,
      id.utf8.allSatisfy({ $0.isLetterOrDigit || "-_.".utf8.contains($0) }), !id.hasPrefix(".")
    else {
      throw ScriptFields.Problem(
        "\"id\" is \"\(id)\"; it can have at most 64 letters, digits, \"-\", \"_\" and \".\"")
    }
    self.init(
      id: id, scene: fields.has("scene") ? try fields.string("scene") : nil,
      settings: try fields.members("set"), task: try fields.string("do"),
      expectation: try fields.string("expect"), needs: try fields.words("needs"),
      devices: try fields.words("devices"), checks: try Self.checks(fields),
      demo: try fields.list("demo"))
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

/// The fields of a line of a plan or of its results, of which one that is missing is one of the wrong kind.
extension ScriptFields {
  init(ofPlan text: Substring) throws(Problem) {
    guard case .object(let fields)? = JSONValue(parsing: text) else {
      throw Problem("each line must be one JSON object")
    }
    self.init(ofPlan: fields)
  }

  init(ofPlan fields: [String: JSONValue]) {
    self.init(fields)
    absent = .null
  }

  /// An object; empty where the field is missing.
  func members(_ name: String) throws(Problem) -> [String: JSONValue] {
    guard has(name) else { return [:] }
    guard case .object(let members)? = fields[name] else {
      throw Problem("\"\(name)\" must be an object")
    }
    return members
  }

  /// A list; empty where the field is missing.
  func list(_ name: String) throws(Problem) -> [JSONValue] {
    guard has(name) else { return [] }
    guard case .array(let values)? = fields[name] else {
      throw Problem("\"\(name)\" must be a list")
    }
    return values
  }

  /// A list of words of a type; empty where the field is missing.
  func words<Word: RawRepresentable & CaseIterable>(_ name: String) throws(Problem) -> [Word]
  where Word.RawValue == String {
    var words: [Word] = []
    for value in try list(name) {
      guard case .string(let text) = value else {
        throw Problem("\"\(name)\" must be a list of words")
      }
      guard let word = Word(rawValue: text) else {
        let isNeed = Word.self == QARequirement.self
        throw Problem(
          name, text, known: isNeed ? QARequirement.known : Word.allCases.map(\.rawValue))
      }
      words.append(word)
    }
    return words
  }
}

extension QAPlan {
  private static let builtIn = [
    "uikit": uikit, "viewer": viewer, "feel": feel, "xwayland": xwayland,
  ]

  /// Former names, which are read and not listed.
  private static let aliases = ["seeds": "uikit"]

  /// The names of the plans that the program has, the usual one first.
  package static let builtInNames = ["uikit", "viewer", "feel", "xwayland"]

  /// The plan with a name; `nil` for a name that the program does not have.
  package init?(named name: String) {
    guard let text = Self.builtIn[Self.aliases[name] ?? name],
      let plan = try? QAPlan(parsing: text, file: name)
    else { return nil }
    self = plan
  }

  /// The behaviors of UIScrollView, one or more steps for each scene, to try and to judge by eye.
  static let uikit = #"""
    {"overscroll_qa":1,"title":"UIScrollView"}
    {"id":"content.reach","scene":"picture","do":"Scroll to each of the picture's four corners.","expect":"It follows the finger exactly, and every corner can be reached.","needs":["corner-top-left","corner-top-right","corner-bottom-left","corner-bottom-right","idle"],"checks":[{"column":"offset_x","at":1.9,"is":480},{"column":"offset_y","at":1.9,"is":300},{"column":"offset_x","at":3.9,"is":480},{"column":"offset_y","at":3.9,"is":0},{"column":"offset_x","at":5.9,"is":0},{"column":"offset_y","at":5.9,"is":0},{"rest":[0,300],"demo":true},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(310, 290), to: Point(-210, -30))),\#(drag(at: 2, from: Point(310, 20), to: Point(310, 360))),\#(drag(at: 4, from: Point(20, 20), to: Point(540, 20))),\#(drag(at: 6, from: Point(20, 290), to: Point(20, -50)))]}
    {"id":"content.picture.bigger","scene":"picture","set":{"scene.content":"larger"},"do":"Scroll to the lower right corner.","expect":"Blank space beyond the picture can be reached without resistance, and stays in view.","needs":["drag-left","drag-up","idle"],"checks":[{"overshoot":"right","least":0,"most":0,"demo":true},{"overshoot":"bottom","least":0,"most":0,"demo":true},{"rest":[510,310],"demo":true},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(310, 290), to: Point(-210, -30)))]}
    {"id":"content.picture.smaller","scene":"picture","set":{"scene.content":"smaller"},"do":"Scroll past the lower right corner and hold.","expect":"More of the picture shows while you hold, and is hidden again on release.","needs":["overscroll","hold","idle"],"checks":[{"overshoot":"right"},{"overshoot":"bottom"},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(310, 290), to: Point(-210, -30), hold: 0.5))]}
    {"id":"content.origin","scene":"picture","set":{"scene.originX":60,"scene.originY":40},"do":"Scroll to the lower right corner.","expect":"The picture's last 60×40 points do not stay in view: the content size counts from the scroll view's origin.","needs":["corner-bottom-right","idle"],"checks":[{"rest":[480,300]},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(310, 290), to: Point(-210, -30)))]}
    {"id":"content.grid.equal","scene":"grid","do":"Drag the grid past its left edge and let go.","expect":"Blank space shows while held; on release it bounces back and none remains.","needs":["drag-right","overscroll","idle"],"checks":[{"overshoot":"left"},{"limits":true}]}
    {"id":"content.grid.smaller","scene":"grid","set":{"scene.content":"smaller"},"do":"Scroll past the lower right corner and let go.","expect":"Lines beyond the dashed edge show only while you hold.","needs":["drag-left","drag-up","overscroll","idle"],"checks":[{"overshoot":"right"},{"overshoot":"bottom"},{"rest":[80,20]},{"limits":true}]}
    {"id":"content.grid.larger","scene":"grid","set":{"scene.content":"larger"},"do":"Flick to the lower right corner.","expect":"The blank space beyond the grid stays in view.","needs":["flick","corner-bottom-right","idle"],"checks":[{"rest":[580,400]},{"limits":true}]}
    {"id":"bounce.edges","scene":"grid","set":{"bounces":false},"do":"Flick the grid hard against an edge.","expect":"It stops at the edge: nothing beyond it shows.","needs":["flick","edge","idle"],"checks":[{"overshoot":"top","least":0,"most":0},{"overshoot":"left","least":0,"most":0},{"overshoot":"bottom","least":0,"most":0},{"overshoot":"right","least":0,"most":0}]}
    {"id":"bounce.always","scene":"bounces","set":{"alwaysBounceVertical":true},"do":"Drag the small content down and let go.","expect":"It resists and bounces back, although it is smaller than its view.","needs":["drag-down","overscroll","idle"],"checks":[{"overshoot":"top"},{"rest":[0,0]},{"limits":true}]}
    {"id":"inset.edges","scene":"inset","do":"Scroll to each of the four edges and let go.","expect":"100 points of background stay in view on every side.","needs":["edge-top","edge-left","edge-bottom","edge-right","idle"],"checks":[{"column":"offset_x","at":1.9,"is":100},{"column":"offset_y","at":1.9,"is":100},{"rest":[-100,-100],"demo":true},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(300, 300), to: Point(40, 40))),\#(drag(at: 2, from: Point(100, 100), to: Point(360, 360)))]}
    {"id":"inset.safe-area","scene":"safe-area","do":"Change contentInsetAdjustmentBehavior in the parameter panel (F6); drag to the top after each change.","expect":"The printed adjusted inset changes, and the content rests below it.","needs":["2x:parameter","2x:drag-down","idle"],"checks":[{"order":["scrollViewDidChangeAdjustedContentInset","scrollViewDidEndDecelerating","scrollViewDidChangeAdjustedContentInset","scrollViewDidEndDecelerating"],"demo":true},{"order":["scrollViewDidChangeAdjustedContentInset","scrollViewDidEndDragging"]},{"limits":true}]}
    {"id":"bounds.boxes","scene":"boxes","do":"Scroll to the bottom and back to the top.","expect":"Only y changes: bounds are {{0, 0}, {1112, 834}} at the top and {{0, 834}, {1112, 834}} at the bottom; the frame never changes.","needs":["edge-bottom","edge-top","idle"],"checks":[{"column":"offset_y","at":2.8,"is":834},{"rest":[0,0]},{"overshoot":"left","least":0,"most":0},{"overshoot":"right","least":0,"most":0}],"demo":[\#(drag(at: 0.1, from: Point(500, 800), to: Point(500, -100))),\#(drag(at: 3, from: Point(500, 100), to: Point(500, 1000)))]}
    {"id":"zoom.centering","scene":"zoom","do":"Zoom out as far as it goes, and in again.","expect":"When zoomed out, the container stays centered in the view.","needs":["zoom-minimum","zoom-in","idle"]}
    {"id":"zoom.limits.bounce","scene":"zoom","do":"Zoom in past the limit and let go.","expect":"It grows past the limit with resistance, and bounces back to exactly 2.","needs":["zoom-maximum","zoom-bounce","idle"],"checks":[{"column":"zoom","at":0.45,"is":2.666667,"within":0.01},{"scale":2}],"demo":[\#(pinch(at: 0.1, Point(240, 240), to: 3))]}
    {"id":"zoom.limits.stiff","scene":"zoom","set":{"bouncesZoom":false},"do":"Zoom in past the limit.","expect":"It stops at exactly 2.","needs":["zoom-in","idle"],"checks":[{"column":"zoom","at":0.45,"is":2,"within":1e-06},{"scale":2},{"monotonic":"zoom","demo":true}],"demo":[\#(pinch(at: 0.1, Point(240, 240), to: 3))]}
    {"id":"zoom.transform","scene":"zoom","do":"In the parameter panel (F6), set Rotation; then zoom in, choose which touches scroll, and drag with others.","expect":"It zooms and scrolls as it does unrotated; touches that were not chosen do not scroll.","needs":["parameter:scene.turned","parameter:scene.touches","zoom-in","idle"]}
    {"id":"view.followers","scene":"followers","do":"Pull the list down, then scroll up slowly.","expect":"The header stretches, the background moves at half the speed, and neither is ever a frame late.","needs":["drag-down","overscroll","drag-up","slow","idle"]}
    {"id":"zoom.continuity","scene":"mmscrollview","do":"Zoom in twice on ScrollView (left), and pan while zoomed.","expect":"MMScrollView jumps when panned after a zoom, and loses its scale when a pinch is canceled; ScrollView does neither.","needs":["2x:zoom-in","drag","idle"]}
    {"id":"state.zoom","scene":"state","do":"Touch, wait, drag, flick, and zoom past a limit.","expect":"The five flags turn on in turn: tracking, dragging, decelerating, zooming, zoom bouncing.","needs":["hold","flick","zoom-bounce","idle"],"checks":[{"flag":"isTracking","at":0.3,"is":true},{"flag":"isDragging","at":0.8,"is":true},{"flag":"isDecelerating","at":2,"is":true},{"flag":"isZooming","at":4,"is":true},{"flag":"isZoomBouncing","at":4.3,"is":true},{"flag":"isTracking","at":"rest","is":false},{"flag":"isDragging","at":"rest","is":false},{"flag":"isDecelerating","at":"rest","is":false},{"flag":"isZooming","at":"rest","is":false},{"flag":"isZoomBouncing","at":"rest","is":false}]}
    {"id":"delegate.flick","scene":"delegate","do":"Flick once and wait until it comes to rest.","expect":"The list shows willBeginDragging, willEndDragging, didEndDragging, willBeginDecelerating, didEndDecelerating, in this order.","needs":["flick","idle"],"checks":[{"order":["scrollViewWillBeginDragging","scrollViewWillEndDragging","scrollViewDidEndDragging","scrollViewWillBeginDecelerating","scrollViewDidEndDecelerating"]}],"demo":[\#(flick(at: 0.1, from: Point(150, 300), to: Point(150, 200)))]}
    {"id":"delegate.rest","scene":"delegate","do":"Drag, hold still, and let go.","expect":"didEndDragging(willDecelerate: false) is sent, and nothing follows.","needs":["drag","hold","idle"],"checks":[{"order":["scrollViewWillBeginDragging","scrollViewWillEndDragging","scrollViewDidEndDragging"]},{"never":"scrollViewWillBeginDecelerating"},{"never":"scrollViewDidEndDecelerating"}],"demo":[\#(drag(at: 0.1, from: Point(150, 300), to: Point(150, 200)))]}
    {"id":"delegate.regrab","scene":"delegate","do":"Flick, catch it while it moves, and let go at rest.","expect":"didEndDecelerating is sent only once, at the very end.","needs":["flick","regrab","hold","idle"]}
    {"id":"deceleration.target","scene":"target","do":"Flick between the cards, gently and hard.","expect":"It always comes to rest with a card at the edge, in one smooth motion.","needs":["2x:speed","idle"],"checks":[{"rest":[648,0],"demo":true},{"limits":true}]}
    {"id":"touch.cases.rest","scene":"touches","do":"Press the yellow view, hold for a second, and let go.","expect":"It receives the touch after a moment, and keeps it.","needs":["delayed","tap","idle"],"checks":[{"order":["touchesShouldBegin","touchesBegan","touchesEnded"]},{"never":"touchesCancelled"}],"demo":[\#(drag(at: 0.1, from: Point(200, 320), to: Point(200, 320), hold: 1))]}
    {"id":"touch.cases.swipe","scene":"touches","do":"Swipe quickly across the yellow view.","expect":"The content scrolls, and the log has neither touchesShouldBegin nor touchesBegan.","needs":["swipe","idle"],"checks":[{"order":["scrollViewWillBeginDragging","scrollViewDidEndDragging"]},{"never":"touchesShouldBegin"},{"never":"touchesBegan"}],"demo":[\#(flick(at: 0.1, from: Point(200, 320), to: Point(200, 200)))]}
    {"id":"touch.cases.drag","scene":"touches","do":"Press the yellow view, hold for half a second, then drag.","expect":"The touch is delivered, then canceled, then the content scrolls.","needs":["delayed","cancelled","drag","idle"],"checks":[{"order":["touchesBegan","touchesCancelled","scrollViewWillBeginDragging"]}],"demo":[\#(drag(at: 0.1, from: Point(200, 320), to: Point(200, 240), after: 0.5))]}
    {"id":"touch.refusal","scene":"touches","set":{"scene.shouldBegin":false},"do":"Press the yellow view, hold for half a second, then drag, and rest before you let go.","expect":"The view never receives the touch, and the content scrolls.","needs":["drag","hold","idle"],"checks":[{"order":["touchesShouldBegin","scrollViewWillBeginDragging"]},{"never":"touchesBegan"}],"demo":[\#(drag(at: 0.1, from: Point(200, 320), to: Point(200, 240), after: 0.5))]}
    {"id":"touch.kept","scene":"touches","set":{"canCancelContentTouches":false},"do":"Press the yellow view, hold for half a second, then drag.","expect":"The view keeps its touch, nothing scrolls, and touchesShouldCancel is never called.","needs":["delayed","idle"],"checks":[{"order":["touchesBegan","touchesEnded"]},{"never":"touchesShouldCancel"},{"never":"scrollViewWillBeginDragging"},{"rest":[0,0]}],"demo":[\#(drag(at: 0.1, from: Point(200, 320), to: Point(200, 240), after: 0.5))]}
    {"id":"touch.no-delay","scene":"touches","set":{"delaysContentTouches":false},"do":"Swipe quickly across the yellow view.","expect":"The view receives the touch immediately, however fast the swipe.","needs":["swipe","idle"],"checks":[{"order":["touchesBegan","scrollViewWillBeginDragging"]}],"demo":[\#(flick(at: 0.1, from: Point(200, 320), to: Point(200, 200)))]}
    {"id":"touch.control","scene":"button","do":"Press the button, hold for half a second, then drag.","expect":"The button keeps its touch, and nothing scrolls.","needs":["delayed","tap","idle"],"checks":[{"order":["touchesBegan","touchesEnded"]},{"never":"touchesCancelled"},{"never":"scrollViewWillBeginDragging"},{"rest":[0,0]}],"demo":[\#(drag(at: 0.1, from: Point(150, 180), to: Point(150, 80), after: 0.5))]}
    {"id":"touch.forwarding","scene":"responder-chain","do":"Tap the scroll view. In the parameter panel (F6), turn on “The scroll view forwards touchesBegan”, and tap again.","expect":"The view behind receives the touch only when it is forwarded.","needs":["2x:tap","parameter:scene.forwards","idle"]}
    {"id":"scroll.disabled","scene":"responder-chain","set":{"isScrollEnabled":false},"do":"Drag on the scroll view.","expect":"Nothing scrolls, and the view behind receives the touch.","needs":["tap","idle"],"checks":[{"order":["touchesBegan","touchesEnded"]},{"never":"scrollViewWillBeginDragging"},{"rest":[0,0]}],"demo":[\#(drag(at: 0.1, from: Point(170, 180), to: Point(170, 100)))]}
    {"id":"touch.tap","scene":"tap","do":"Tap the view on the content.","expect":"The superview's tap is recognized, and the view's touch is canceled.","needs":["tap","idle"],"checks":[{"order":["touchesBegan","touchesCancelled","tap"]},{"never":"touchesEnded"}],"demo":[\#(drag(at: 0.1, from: Point(170, 150), to: Point(170, 150)))]}
    {"id":"keyboard.tap","scene":"keyboard","do":"Tap the field, type a word, then tap a row.","expect":"The keyboard is dismissed, and the row is still selected.","needs":["text","dismiss","select","idle"],"checks":[{"order":["dismiss","select"]}],"demo":[\#(drag(at: 0.1, from: Point(187, 34), to: Point(187, 34), hold: 0.06)),{"t":0.5,"text":"inserted","string":"xx"},\#(drag(at: 1, from: Point(180, 200), to: Point(180, 200), hold: 0.06))]}
    {"id":"keyboard.dismiss","scene":"keyboard","set":{"keyboardDismissMode":"onDrag"},"do":"Tap the field, then drag the table.","expect":"The keyboard is dismissed as soon as the drag begins.","needs":["drag","dismiss","idle"],"checks":[{"order":["dismiss","scrollViewWillBeginDragging"]},{"never":"select"}],"demo":[\#(drag(at: 0.1, from: Point(187, 34), to: Point(187, 34), hold: 0.06)),\#(drag(at: 1, from: Point(180, 330), to: Point(180, 250)))]}
    {"id":"paging.stops","scene":"paging","do":"Swipe to the next page, and drag halfway to another one.","expect":"It rests only on whole pages.","needs":["page","2x:drag","hold","idle"],"checks":[{"rest":[320,0],"demo":true},{"limits":true}]}
    {"id":"drag.lock","scene":"lock","do":"Drag steeply, then at 45°.","expect":"A steep drag moves only one axis; a diagonal drag moves both.","needs":["drag-down","drag-diagonal","idle"],"checks":[{"column":"offset_x","at":1.5,"is":400},{"column":"offset_y","at":1.5,"is":250},{"rest":[530,380],"demo":true}],"demo":[\#(drag(at: 0.1, from: Point(220, 220), to: Point(240, 380))),\#(drag(at: 2, from: Point(280, 280), to: Point(140, 140)))]}
    {"id":"deceleration.rate","scene":"rates","do":"Flick both lists with the same motion.","expect":"After the lift, the fast list coasts about a fifth as far as the normal one, and comes to rest sooner.","needs":["main:flick","fast:flick","idle"],"checks":[{"rest":[0,759],"demo":true},{"rest":[0,263],"view":"fast","demo":true},{"limits":true},{"limits":true,"view":"fast"}]}
    {"id":"scroll.to-top","scene":"top","do":"Tap the bar at the top. In the parameter panel (F6), turn on “Both lists have scrollsToTop”, and tap again.","expect":"A single candidate scrolls to its top; with two, neither does.","needs":["2x:tap","parameter:scene.two","idle"]}
    {"id":"scroll.to-rect","scene":"program","do":"Try each button, from the top and from the bottom.","expect":"Each call scrolls no farther than needed, and animates only if its button is labeled “animated”.","needs":["16x:tap","zoom-in","zoom-out","idle"]}
    {"id":"indicator.style","scene":"indicators","do":"Scroll the default style on each background, then the others.","expect":"The default indicator is visible on both; black is for light and white for dark backgrounds. They fade soon after the motion.","needs":["dark-default:scroll","6x:scroll","idle"]}
    {"id":"refresh.inset","scene":"refresh","do":"Pull down until the refresh begins, and wait.","expect":"While it refreshes, the inset keeps the control in view; then it is removed with an animation.","needs":["drag-down","overscroll","refresh","idle"],"checks":[{"overshoot":"top","least":60},{"order":["scrollViewWillBeginDragging","refresh","scrollViewDidEndDecelerating"]},{"column":"offset_y","at":3.5,"is":-60},{"rest":[0,0]},{"limits":true}]}
    {"id":"list.views.table","scene":"table","do":"Flick through the rows, drag along the index, and select a row.","expect":"The rows never lag, the index jumps between sections, and the row is highlighted.","needs":["flick","select","idle"]}
    {"id":"list.flags","scene":"table","do":"Flick, and look at the flags printed in new rows.","expect":"New rows show dragging and decelerating while it decelerates.","needs":["flick","idle"]}
    {"id":"list.views.collection","scene":"waterfall","do":"Scroll through the waterfall.","expect":"Columns stay balanced, and no item overlaps another.","needs":["3x:scroll","idle"]}
    {"id":"view.subclasses.text","scene":"text","do":"Select some words, copy them with Ctrl+C, and scroll through the text; Esc ends typing.","expect":"Lines wrap at the edge, and the selection stays on its words.","needs":["select","copy","scroll","idle"]}
    {"id":"nested","scene":"nested","do":"Scroll a list, then swipe to the next page, and scroll there.","expect":"A drag moves either the list or the pager, never both.","needs":["list-1:scroll","list-2:scroll","idle"]}
    {"id":"endless","scene":"endless","do":"Flick many times in one direction.","expect":"Scrolling never reaches an end, and the tiles never jump.","needs":["6x:flick","regrab","idle"]}
    """#

  /// Flicks and bounces beside references.
  static let feel = #"""
    {"overscroll_qa":1,"title":"Feel","panels":["parameters","log","curves"]}
    {"id":"follow","scene":"grid","set":{"scene.content":"larger"},"do":"Drag slowly in circles.","expect":"The line under the finger stays under the finger.","needs":["2x:circle","idle"]}
    {"id":"flick","scene":"rates","do":"Flick at several speeds.","expect":"The distance grows with the speed; it slows down evenly and stops smoothly.","needs":["3x:speed","idle"],"checks":[{"settles":5},{"limits":true}],"demo":[\#(flick(at: 0.1, from: Point(120, 400), to: Point(120, 370))),\#(flick(at: 3, from: Point(120, 400), to: Point(120, 330))),\#(flick(at: 7, from: Point(120, 400), to: Point(120, 250)))]}
    {"id":"stop","scene":"rates","do":"Flick, and stop it with a finger.","expect":"It stops immediately at the touch, and stays there on release.","needs":["flick","regrab","hold","idle"],"checks":[{"column":"offset_y","at":0.51,"is":664},{"rest":[0,674],"demo":true},{"flag":"isDecelerating","at":"lift","is":false},{"limits":true}],"demo":[\#(flick(at: 0.1, from: Point(120, 400), to: Point(120, 200))),\#(drag(at: 0.5, from: Point(120, 310), to: Point(120, 300)))]}
    {"id":"again","scene":"rates","do":"Flick five times quickly in one direction.","expect":"It gets faster with every flick.","needs":["5x:flick","4x:regrab","idle"]}
    {"id":"resist","scene":"grid","do":"Pull past an edge, farther and farther.","expect":"It resists more and more, and never moves farther than the size of the view.","needs":["overscroll","2x:edge-bounce","idle"],"checks":[{"overshoot":"top","least":0,"most":420},{"overshoot":"left","least":0,"most":360},{"overshoot":"bottom","least":0,"most":420},{"overshoot":"right","least":0,"most":360},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(40, 100), to: Point(140, 100))),\#(drag(at: 2, from: Point(40, 100), to: Point(340, 100)))]}
    {"id":"edge","scene":"grid","set":{"scene.content":"larger"},"do":"Flick into an edge.","expect":"It overshoots the edge slightly and returns in one smooth motion.","needs":["flick","edge-bounce","idle"],"checks":[{"overshoot":"left","demo":true},{"settles":4},{"limits":true}],"demo":[\#(flick(at: 0.1, from: Point(100, 100), to: Point(250, 100)))]}
    {"id":"catch","scene":"grid","do":"Flick into an edge and catch it while it is past the edge.","expect":"It stays where it was caught, and bounces back on release.","needs":["flick","edge-catch","edge-bounce","idle"],"checks":[{"column":"offset_x","at":0.36,"is":-58},{"column":"offset_x","at":0.64,"is":-58},{"flag":"isDecelerating","at":"lift"},{"settles":4},{"limits":true}],"demo":[\#(flick(at: 0.1, from: Point(100, 100), to: Point(250, 100))),\#(drag(at: 0.35, from: Point(180, 100), to: Point(180, 100)))]}
    {"id":"page","scene":"paging","do":"Swipe gently, and hard.","expect":"One page per swipe; it settles without overshooting.","needs":["2x:speed","2x:page","idle"],"checks":[{"rest":[640,0],"demo":true},{"settles":1.5},{"limits":true}],"demo":[\#(flick(at: 0.1, from: Point(300, 200), to: Point(260, 200))),\#(flick(at: 2, from: Point(300, 200), to: Point(120, 200)))]}
    {"id":"zoom","scene":"zoom","do":"Zoom in and out with the pointer off center.","expect":"The point under the pointer or between the fingers stays where it is.","needs":["zoom-in","zoom-out","idle"],"checks":[{"scale":1.25,"demo":true},{"rest":[40,30],"demo":true},{"limits":true}],"demo":[\#(wheel(at: 0.1, -2, over: Point(160, 120), holding: "control")),\#(wheel(at: 1.5, 1, over: Point(160, 120), holding: "control"))]}
    {"id":"zoom-bounce","scene":"zoom","do":"Zoom past both limits.","expect":"It resists, and bounces back around the same point.","needs":["zoom-maximum","zoom-minimum","idle"],"checks":[{"column":"zoom","at":0.45,"is":3.5},{"scale":0.5,"demo":true},{"limits":true}],"demo":[\#(pinch(at: 0.1, Point(300, 200), to: 8)),\#(pinch(at: 2, Point(300, 200), to: 0.01))]}
    """#

  /// The viewer's own behavior, on a grid in a scroll view that fills the window.
  static let viewer = #"""
    {"overscroll_qa":1,"title":"The viewer"}
    {"id":"drag","set":{"content":[4000,3000]},"do":"Drag and flick the grid.","expect":"It follows the pointer, and keeps moving on release.","needs":["2x:drag","flick","idle"],"devices":["mouse","touch"],"checks":[{"flag":"isDecelerating","at":"lift","is":true,"demo":true},{"order":["scrollViewWillBeginDragging","scrollViewWillEndDragging","scrollViewDidEndDragging","scrollViewWillBeginDecelerating","scrollViewDidEndDecelerating"]},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(500, 400), to: Point(450, 350))),\#(flick(at: 1, from: Point(500, 400), to: Point(400, 300)))]}
    {"id":"wheel","set":{"content":[4000,3000]},"do":"Turn the wheel, with and without Shift.","expect":"Each notch moves the same distance, smoothly; Shift scrolls horizontally.","needs":["2x:wheel","shift+wheel","idle"],"devices":["mouse"],"checks":[{"column":"offset_y","at":1.4,"is":60},{"rest":[60,60],"demo":true},{"limits":true}],"demo":[\#(wheel(at: 0.1, 1, over: Point(300, 200))),\#(wheel(at: 1.5, 1, over: Point(300, 200), holding: "shift"))]}
    {"id":"arrows","set":{"content":[4000,3000]},"do":"Press the arrow keys, alone, with Shift and with Ctrl.","expect":"They move by a step, by a page, and to the edge.","needs":["3x:key","shift+key","control+key","idle"],"devices":["keyboard"],"checks":[{"column":"offset_y","at":0.9,"is":60},{"column":"offset_y","at":1.9,"is":492},{"rest":[0,2520],"demo":true},{"limits":true}],"demo":[\#(key(at: 0.1, "Down")),\#(key(at: 1, "Down", holding: "shift")),\#(key(at: 2, "Down", holding: "control"))]}
    {"id":"zoom","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Hold Ctrl and turn the wheel both ways.","expect":"The point under the pointer stays where it is.","needs":["zoom-in","zoom-out","idle"],"devices":["mouse"],"checks":[{"scale":1.25,"demo":true},{"rest":[40,30],"demo":true},{"limits":true}],"demo":[\#(wheel(at: 0.1, -2, over: Point(160, 120), holding: "control")),\#(wheel(at: 1.5, 1, over: Point(160, 120), holding: "control"))]}
    {"id":"limits","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Zoom past both limits.","expect":"It resists and bounces back to the limit.","needs":["zoom-maximum","zoom-minimum","idle"],"checks":[{"column":"zoom","at":0.45,"is":6},{"column":"zoom","at":1.9,"is":4,"within":1e-06},{"scale":0.25,"demo":true},{"limits":true}],"demo":[\#(pinch(at: 0.1, Point(300, 200), to: 8)),\#(pinch(at: 2, Point(300, 200), to: 0.01))]}
    {"id":"center","set":{"content":[800,600],"minimumZoomScale":0.25,"maximumZoomScale":4,"contentAlignmentPoint":[0.5,0.5]},"do":"Zoom out until the grid is smaller than the window.","expect":"It stays centered.","needs":["zoom-out","idle"],"checks":[{"scale":0.5,"demo":true},{"rest":[-120,-90],"demo":true},{"limits":true}],"demo":[\#(pinch(at: 0.1, Point(300, 200), to: 0.5))]}
    {"id":"resize","set":{"content":[4000,3000]},"do":"Resize the window, also while the grid moves.","expect":"The grid is drawn at every size, without flicker.","needs":["flick","2x:resize","idle"]}
    {"id":"full-screen","set":{"content":[4000,3000]},"do":"Press F11 twice.","expect":"The window fills the screen, then returns to its former size.","needs":["2x:resize","idle"],"devices":["keyboard"]}
    """#

  /// Input, scales and monitors under XWayland, where the compositor decides what the X server has of them.
  static let xwayland = #"""
    {"overscroll_qa":1,"title":"XWayland"}
    {"id":"drag","set":{"content":[4000,3000]},"do":"Drag the grid and flick it, also beyond the window's edge.","expect":"It follows the pointer outside of the window, too, and keeps moving on release.","needs":["2x:drag","flick","idle"],"devices":["mouse","touch"],"checks":[{"flag":"isDecelerating","at":"lift","is":true,"demo":true},{"order":["scrollViewWillBeginDragging","scrollViewDidEndDragging","scrollViewWillBeginDecelerating","scrollViewDidEndDecelerating"]},{"limits":true}],"demo":[\#(drag(at: 0.1, from: Point(500, 400), to: Point(450, 350))),\#(flick(at: 1, from: Point(500, 400), to: Point(400, 300)))]}
    {"id":"wheel","set":{"content":[4000,3000]},"do":"Turn the wheel, slowly and fast.","expect":"Each notch moves the same distance, smoothly, and none is lost.","needs":["4x:wheel","idle"],"devices":["mouse"],"checks":[{"column":"offset_y","at":1.4,"is":60},{"rest":[0,240],"demo":true},{"limits":true}],"demo":[\#(wheel(at: 0.1, 1, over: Point(300, 200))),\#(wheel(at: 1.5, 1, over: Point(300, 200))),\#(wheel(at: 1.6, 1, over: Point(300, 200))),\#(wheel(at: 1.7, 1, over: Point(300, 200)))]}
    {"id":"touchpad","set":{"content":[4000,3000]},"do":"Scroll with two fingers on the touchpad, flick, and scroll past an edge.","expect":"It follows the fingers, glides on release, and resists past the edge.","needs":["drag","overscroll","edge-bounce","idle"],"devices":["touchpad"]}
    {"id":"pinch","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Pinch past both limits, on the touchpad or the touch screen.","expect":"The point between the fingers stays there; it resists at the limits and bounces back.","needs":["zoom-maximum","zoom-minimum","idle"],"devices":["touchpad","touch"],"checks":[{"column":"zoom","at":0.45,"is":6},{"scale":0.25,"demo":true},{"limits":true}],"demo":[\#(pinch(at: 0.1, Point(300, 200), to: 8)),\#(pinch(at: 2, Point(300, 200), to: 0.01))]}
    {"id":"zoom","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Hold Ctrl and turn the wheel both ways.","expect":"The point under the pointer stays where it is.","needs":["zoom-in","zoom-out","idle"],"devices":["mouse"],"checks":[{"scale":1.25,"demo":true},{"rest":[40,30],"demo":true},{"limits":true}],"demo":[\#(wheel(at: 0.1, -2, over: Point(160, 120), holding: "control")),\#(wheel(at: 1.5, 1, over: Point(160, 120), holding: "control"))]}
    {"id":"sharp","set":{"content":[4000,3000],"minimumZoomScale":0.25,"maximumZoomScale":4},"do":"Zoom in and back, and compare lines and letters with those of a Wayland program.","expect":"They are as sharp. If not, the compositor enlarges the window, and the setting in the manual's section XWayland makes them sharp.","needs":["zoom-in","zoom-out","idle"]}
    {"id":"scale","set":{"content":[4000,3000]},"do":"In the desktop's settings, change the display's scale to 150% and 200%, and drag after each change.","expect":"The content stays where it was, and drags move it as far as the pointer.","needs":["2x:drag","idle"]}
    {"id":"monitors","set":{"content":[4000,3000]},"do":"Move the window to another monitor, and flick; unplug that monitor, and flick.","expect":"It moves smoothly on both, and the window comes back to the monitor that remains.","needs":["2x:flick","idle"]}
    {"id":"full-screen","set":{"content":[4000,3000]},"do":"Press F11 twice, on each monitor.","expect":"The window fills the monitor that it is on, then returns to its former size.","needs":["2x:resize","idle"],"devices":["keyboard"]}
    {"id":"tile","set":{"content":[4000,3000]},"do":"Tile the window to half of the screen, and resize it at an edge.","expect":"The grid is drawn at every size, and no edge flickers or lags.","needs":["resize","idle"]}
    {"id":"hidden","set":{"content":[20000,15000]},"do":"Flick, go to another workspace while it moves, and come back.","expect":"It rests where the flick ends, and scrolls at once.","needs":["2x:flick","idle"]}
    {"id":"layout","set":{"content":[4000,3000]},"do":"Switch the keyboard layout, and press the arrow keys and Space.","expect":"They scroll with each layout, and repeat while they are held.","needs":["4x:key","idle"],"devices":["keyboard"],"checks":[{"column":"offset_y","at":0.9,"is":60},{"rest":[0,240],"demo":true},{"limits":true}],"demo":[\#(key(at: 0.1, "Down")),\#(key(at: 1, "Down")),\#(key(at: 1.8, "Down")),\#(key(at: 2.6, "Down"))]}
    """#
}

/// Events of the demos in the built-in plans, as scripts have them.
extension QAPlan {
  /// The time between two positions of a finger, in seconds. [C]
  private static let interval = 0.016
  /// The number of positions on the way. [C]
  private static let count = 6

  /// A finger that comes down, rests for `rest` seconds, moves along a line, and is held before it is lifted.
  static func drag(
    at start: Double, from: Point, to: Point, after rest: Double = 0, hold: Double = 0.3
  ) -> String { touch(at: start, from, to, rest, hold) }

  /// A finger that moves evenly along a line, and is lifted at full speed.
  static func flick(at start: Double, from: Point, to: Point) -> String {
    touch(at: start, from, to, 0, 0)
  }

  private static func touch(
    at start: Double, _ from: Point, _ to: Point, _ rest: Double, _ hold: Double
  ) -> String {
    var lines = [line(start, "\"touch\":\"began\",\"id\":1", from)]
    var time = start + rest
    for step in 1...count where to != from {
      time += interval
      let place = from + (to - from) * (Double(step) / Double(count))
      lines.append(line(time, "\"touch\":\"moved\",\"id\":1", place))
    }
    lines.append(line(time + hold, "\"touch\":\"ended\",\"id\":1", to))
    return lines.joined(separator: ",")
  }

  /// A pinch on a touchpad from a scale of 1 to another, held before it ends.
  static func pinch(at start: Double, _ place: Point, to scale: Double) -> String {
    let end = "\"scale\":\(NumberText.shortest(scale))"
    return [
      line(start, "\"pinch\":\"began\",\"scale\":1", place),
      line(start + 0.1, "\"pinch\":\"changed\",\(end)", place),
      line(start + 0.4, "\"pinch\":\"ended\",\(end)", place),
    ].joined(separator: ",")
  }

  /// Notches of the wheel, positive toward the user.
  static func wheel(
    at time: Double, _ notches: Int, over place: Point, holding modifier: String? = nil
  ) -> String {
    line(time, "\"wheel\":[0,\(notches)]" + holding(modifier), place)
  }

  /// A key.
  static func key(at time: Double, _ name: String, holding modifier: String? = nil) -> String {
    "{\"t\":\(NumberText.shortest(time)),\"key\":\"\(name)\"\(holding(modifier))}"
  }

  private static func holding(_ modifier: String?) -> String {
    modifier.map { ",\"modifiers\":[\"\($0)\"]" } ?? ""
  }

  private static func line(_ time: Double, _ fields: String, _ place: Point) -> String {
    let time = NumberText.shortest((time * 1e6).rounded() / 1e6)
    let (x, y) = (
      NumberText.trimmed(place.x, decimals: 2), NumberText.trimmed(place.y, decimals: 2)
    )
    return "{\"t\":\(time),\(fields),\"at\":[\(x),\(y)]}"
  }
}
