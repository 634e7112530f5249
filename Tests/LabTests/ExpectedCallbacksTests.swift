import OverscrollTestSupport
import Glibc
import OverscrollLab
import Testing

/// The callbacks of the scenes' demos that the program holds for sessions without a person.
///
/// `RECORD=1 Scripts/test` writes them again; the difference is then to be read before it is committed.
@Suite struct `The expected callbacks` {
  private static let file =
    TextFiles.root
    + "/Sources/Lab/Quality/ExpectedCallbacks+Text.swift"

  private static let names = Scenes.all.cards.map(\.name)

  private func log(of name: String) throws -> CallbackLog {
    QAEvidence(performing: try PlayedScene.script(name)).callbacks
  }

  @Test(arguments: names)
  func `are those that the demo of a scene gives`(name: String) throws {
    #expect(ExpectedCallbacks.difference(of: try log(of: name), scene: name) == nil)
  }

  @Test func `tell what differs`() throws {
    let boxes = try log(of: "boxes")
    #expect(
      ExpectedCallbacks.difference(of: boxes, scene: "delegate")?.contains(", expected ") == true)
    #expect(
      ExpectedCallbacks.difference(of: CallbackLog(), scene: "boxes")?.hasPrefix("0 callbacks")
        == true)
    #expect(
      ExpectedCallbacks.difference(of: boxes, scene: "none")
        == "no callbacks are expected from none")
  }

  @Test(.enabled(if: getenv("RECORD") != nil))
  func `are written anew`() throws {
    let quotes = String(repeating: "\"", count: 3)
    var text = """
      extension ExpectedCallbacks {
        /// The scenes' names and their callbacks in order, with the words of ``runs``.
        ///
        /// `RECORD=1 Scripts/test` writes this file again.
        static let text = \(quotes)

      """
    for name in Self.names {
      var line = "    \(name):"
      var callbacks = ExpectedCallbacks.folded(try log(of: name))[...]
      while let first = callbacks.first {
        let owner = first.lastIndex(of: ".").map { first[...$0] } ?? ""
        let run = ExpectedCallbacks.runs.first {
          callbacks.starts(with: $0.callbacks.map { owner + $0 })
        }
        callbacks = callbacks.dropFirst(run?.callbacks.count ?? 1)
        let word = run.map { owner + $0.word } ?? first
        if line.count + word.count >= 100 {
          text += line + "\n"
          line = "     "
        }
        line += " " + word
      }
      text += line + "\n"
    }
    text += "    \(quotes)\n}\n"
    let file = try #require(fopen(Self.file, "w"))
    fputs(text, file)
    fclose(file)
  }
}
