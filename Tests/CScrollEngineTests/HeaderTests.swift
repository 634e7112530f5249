import CScrollEngineHeader
import OverscrollTestSupport
import ScrollEngine
import Testing

@Suite struct `The header of the C interface` {
  private static let lines = TextFiles.text("Sources/CScrollEngineHeader/include/CScrollEngine.h")
    .split(separator: "\n", omittingEmptySubsequences: false)

  /// The names of the functions that the header declares, each with the line in front of it.
  private static var functions: [(name: Substring, comment: Substring)] {
    lines.indices.compactMap { index in
      guard !lines[index].hasPrefix(" "), !lines[index].hasPrefix("/"),
        let end = lines[index].firstIndex(of: "(")
      else { return nil }
      let name = lines[index][..<end].ending { $0.isLetter || $0 == "_" }
      return name.hasPrefix("se_") ? (name, lines[index - 1]) : nil
    }
  }

  /// The compiler compares types where both are declared; a function that only one declares would link nowhere.
  @Test func `declares each function that is implemented, and no other`() {
    let sources = TextFiles.paths(in: "Sources/CScrollEngine", endingIn: ".swift")
    let implemented = sources.flatMap { path in
      TextFiles.text(path).split(separator: "public func ").dropFirst()
        .compactMap { $0.split(separator: "(").first }
    }
    #expect(implemented.count >= 37)
    #expect(Self.functions.map(\.name).sorted() == implemented.sorted())
  }

  @Test func `explains each function`() {
    for function in Self.functions {
      #expect(function.comment.hasPrefix("/// "), "\(function.name)")
    }
  }

  @Test func `numbers its constants as the engine numbers its cases`() {
    #expect(Int(SE_PHASE_ZOOM_BOUNCING.rawValue) == ScrollView.Phase.allCases.count - 1)
    #expect(Int(SE_TOUCH_STATIONARY.rawValue) == TouchEvent.Phase.allCases.count - 1)
    #expect(Int(SE_GESTURE_ENDED.rawValue) == GesturePhase.allCases.count - 1)
    #expect(SE_SHIFT == Modifiers.shift.rawValue && SE_CONTROL == Modifiers.control.rawValue)
    #expect(SE_ALTERNATE == Modifiers.alternate.rawValue)
    #expect(SE_COMMAND == Modifiers.command.rawValue)
    let adjustments = ScrollView.ContentInsetAdjustmentBehavior.allCases
    #expect(Int(SE_ADJUST_ALWAYS.rawValue) == adjustments.count - 1)
  }

  @Test func `has a function of the delegate for each method of the protocol`() {
    let source = TextFiles.text("Sources/ScrollEngine/ScrollView/ScrollViewDelegate.swift")
    let methods = Set(source.split(separator: "func ").dropFirst().map { $0.prefix { $0 != "(" } })
    let functions = Self.lines.count { $0.hasPrefix("  void (*") || $0.hasPrefix("  bool (*") }
    // The view to zoom is always the content.
    #expect(functions == methods.count - 1)
  }

  @Test func `has the version of the library and the program`() {
    #expect(String(cString: se_version()) == SE_VERSION)
    let program = TextFiles.text("Sources/Shell/Recording/Machine.swift")
    #expect(program.contains("static let version = \"\(SE_VERSION)\""))
  }
}

extension Substring {
  /// The longest ending of characters for which `isIncluded` is true.
  fileprivate func ending(where isIncluded: (Character) -> Bool) -> Substring {
    let start = lastIndex { !isIncluded($0) }.map { index(after: $0) } ?? startIndex
    return self[start...]
  }
}
