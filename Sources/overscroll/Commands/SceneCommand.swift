import ArgumentParser
import Lab
import Stage

/// `overscroll scene`: the scenes of the lab.
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Try a prepared case by hand, or list them.")

  @Flag(help: "List the scenes: name, title and requirements.")
  var list = false

  @Flag(help: "List the scenes as JSON.")
  var json = false

  mutating func run() throws {
    if json {
      let cards = Scenes.all.cards.map { "  " + $0.json }
      try StandardOutput.print(["[\n" + cards.joined(separator: ",\n") + "\n]"])
    } else {
      try StandardOutput.print(Scenes.all.cards.map(\.line))
    }
  }
}
