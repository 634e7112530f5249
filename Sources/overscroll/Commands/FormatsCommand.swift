import ArgumentParser
import OverscrollShell

/// `overscroll help formats`: the pages of the file formats, which are those of the manual.
struct FormatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "formats", abstract: "Describe the file formats, with examples.",
    shouldDisplay: false)

  @Argument(help: "The name of a format.")
  var name: String?

  /// The pages, each of which begins with the name of its format and a title.
  private static let pages = [
    PackageResources.script_txt, PackageResources.take_txt, PackageResources.trace_txt,
    PackageResources.callbacks_txt, PackageResources.recording_txt,
    PackageResources.parameters_txt, PackageResources.plan_txt,
  ].map { String(decoding: $0.dropLast(), as: UTF8.self) }

  func run() throws {
    let pages = Self.pages.map { page in
      (name: String(page.prefix { $0 != ":" }), text: page)
    }
    if let name {
      guard let page = pages.first(where: { $0.name == name }) else {
        let known = pages.map(\.name).joined(separator: ", ")
        throw Failure(message: "no such format: \(name); the formats are \(known)")
      }
      return try StandardOutput.print([page.text])
    }
    let width = (pages.map(\.name.count).max() ?? 0) + 2
    let list = pages.map { name, text in
      let title = text.prefix { $0 != "\n" }.dropFirst(name.count + 2)
      return name + String(repeating: " ", count: width - name.count) + title
    }
    try StandardOutput.print(
      ["File formats; overscroll help formats NAME describes one:"] + list)
  }
}
