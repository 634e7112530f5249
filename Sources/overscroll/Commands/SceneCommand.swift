import ArgumentParser
import OverscrollBase
import OverscrollImaging
import OverscrollLab
import OverscrollLabPages
import OverscrollShell
import OverscrollWindow

/// `overscroll scene`: the scenes of the lab.
struct SceneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scene", abstract: "Open an interactive test scene, or list all scenes.",
    discussion: """
      Each scene shows one aspect of scrolling or zooming, with its own parameters, a description of what to expect, \
      and a demo. Without a name, a window lists the scenes with their pictures; without a display they are printed.
      """)

  @Argument(help: "The name of a scene.")
  var name: String?

  @Argument(help: "The picture that the scene shows.", completion: .file())
  var image: FilePath?

  @Flag(help: "List the scenes: name, title and behaviors.")
  var list = false

  @Flag(help: "List the scenes as JSON.")
  var json = false

  @Flag(help: "Play the scene's demo first.")
  var play = false

  @Flag(
    help:
      "Show the scene twice under one hand: on the left with UIKit's constants, on the right with those that are set."
  )
  var halves = false

  @Option(
    help:
      "Set a property or parameter before starting: KEY=VALUE, with the value as JSON or a bare word."
  )
  var set: [Assignment] = []

  @Option(help: "Set the properties in this file before starting.", completion: .file())
  var with: FilePath?

  @Option(help: "Record the session to this script.", completion: .file())
  var record: FilePath?

  @OptionGroup var options: ViewerOptions

  mutating func validate() throws {
    guard name == nil || !(list || json) else {
      throw ValidationError("Specify the name of a scene, --list or --json.")
    }
    guard name != nil || !(play || halves || record != nil || with != nil || !set.isEmpty) else {
      throw ValidationError(
        "--play, --halves, --set, --with and --record require the name of a scene.")
    }
  }

  mutating func run() throws {
    if json {
      let cards = Scenes.all.cards.map { "  " + $0.json }
      return try StandardOutput.print(["[\n" + cards.joined(separator: ",\n") + "\n]"])
    }
    if list { return try printList() }
    let opener = try DesktopOpener()
    let window: OpenWindow
    do { window = try open(on: opener) } catch  where name == nil { return try printList() }
    do { try window.show(on: opener) } catch is DifferentReplay { throw ExitCode(1) }
  }

  private func printList() throws { try StandardOutput.print(Scenes.all.cards.map(\.line)) }

  /// Opens the window of the scene, or the one that lists all.
  func open(on opener: any HostOpener) throws -> OpenWindow {
    guard let name else { return try SceneListWindow(options.window, on: opener).opened }
    var window = try SceneWindow(
      of: name, with: with, set, showing: image, limits: options.limits)
    (window.playsDemo, window.isHalved) = (play, halves)
    window.files = record.map { TakeFiles(script: $0) }
    return try window.open(options.window, on: opener)
  }
}

extension SceneWindow {
  /// Makes the window of the scene with a name.
  ///
  /// - Parameters:
  ///   - name: The name of the scene.
  ///   - parameters: A file of properties to set first; `nil` for none.
  ///   - assignments: The properties and parameters to set then.
  ///   - image: The picture that the scene shows; `nil` for a landscape.
  ///   - limits: The limits of the picture.
  /// - Throws: An error where there is no such scene, property or picture.
  init(
    of name: String, with parameters: FilePath? = nil, _ assignments: [Assignment],
    showing image: FilePath?, limits: ImageLimits
  ) throws {
    let scene = try LabFiles.scene(name)
    var header = Script.Header()
    header.scene = scene
    if let parameters { header = header.with(try LabFiles.parameters(parameters)) }
    for assignment in assignments { header = try assignment.applied(to: header) }
    self.init(header: header, card: scene.card)
    if let image { try show(image, limits) }
  }
}
