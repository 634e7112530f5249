import ArgumentParser
import OverscrollLab
import OverscrollShell

/// `overscroll help formats`: the pages of the file formats.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Describe the file formats, with examples.",
    shouldDisplay: false)

  @Argument(help: "The name of a format.")
  var name: String?

  func run() throws {
    guard let name else { return try StandardOutput.print([FormatPage.list]) }
    guard let page = FormatPage.all.first(where: { $0.name == name }) else {
      let known = FormatPage.all.map(\.name).joined(separator: ", ")
      throw Failure(message: "no such format: \(name); the formats are \(known)")
    }
    try StandardOutput.print([page.text])
  }
}
