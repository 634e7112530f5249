import OverscrollDesktop
import OverscrollHost
import OverscrollLab
import OverscrollShell
import ScrollGeometry

extension InfoCommand {
  /// Prints the machine, the display and its devices; without a display, what is known of the machine.
  func printEnvironment() throws {
    guard !all else { throw Failure(message: "--all requires a picture") }
    let environment = Self.environment
    try StandardOutput.print(
      json
        ? [environment.text]
        : QAEnvironment(environment).rows.map { "\($0.name): \($0.value)" })
  }

  private static var environment: JSONValue {
    var options = DesktopWindow.Options(
      title: "", programName: "overscroll", size: PixelSize(width: 1, height: 1),
      tileSize: PixelSize(width: 1, height: 1))
    options.features = [.extendedInput]
    // The window is never shown.
    guard let window = try? DesktopWindow(options) else { return .object(Machine.environment) }
    return window.environment().json
  }
}
