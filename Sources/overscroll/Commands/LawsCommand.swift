import ArgumentParser
import OverscrollLab
import OverscrollShell

/// `overscroll laws`: how far published laws of scrolling are from recordings.
struct LawsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "laws", abstract: "Print how far published laws of scrolling are from UIKit's.",
    discussion: """
      The laws are Overscroll's, Flutter's, Compose's, WebKit's and Chromium's, GTK's and React Native's, by the constants \
      in their sources; the recordings are those of the conformance kit.
      """)

  func run() throws { try StandardOutput.print([PublishedLaws.text]) }
}
