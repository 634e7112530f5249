package import ScrollGeometry

/// Mouse and keyboard input by XTEST; needs the program xdotool.
package struct SyntheticInput {
  private let server: DisplayServer

  /// Makes input for a server.
  package init(on server: DisplayServer) { self.server = server }

  /// Moves the pointer to a point of the screen, rounded down to pixels.
  package func move(to point: Point) throws {
    try tool(["mousemove", "\(Int(point.x))", "\(Int(point.y))"])
  }

  /// Presses a mouse button: 1 left, 2 middle, 3 right.
  package func press(_ button: Int = 1) throws { try tool(["mousedown", "\(button)"]) }

  /// Releases a mouse button.
  package func release(_ button: Int = 1) throws { try tool(["mouseup", "\(button)"]) }

  /// Drags with the left button along `points`, with pauses of `milliseconds`.
  package func drag(_ points: [Point], milliseconds: Int = 8, releases: Bool = true) throws {
    guard let first = points.first else { return }
    var words = ["mousemove", "\(Int(first.x))", "\(Int(first.y))", "mousedown", "1"]
    for point in points.dropFirst() {
      words += ["sleep", "\(Double(milliseconds) / 1000)"]
      words += ["mousemove", "\(Int(point.x))", "\(Int(point.y))"]
    }
    try tool(words + (releases ? ["mouseup", "1"] : []))
  }

  /// Turns the wheel by notches, positive toward the user, with keys held, such as "ctrl".
  package func wheel(_ notches: Int, holding keys: [String] = []) throws {
    var words = keys.flatMap { ["keydown", $0] }
    words += ["click", "--repeat", "\(abs(notches))", "--delay", "5", notches > 0 ? "5" : "4"]
    try tool(words + keys.reversed().flatMap { ["keyup", $0] })
  }

  /// Presses and releases keys by their keysyms, such as "Left" or "ctrl+plus".
  package func type(_ keys: String...) throws { try type(keys) }

  package func type(_ keys: [String]) throws { try tool(["key", "--delay", "5"] + keys) }

  /// Presses a key, which the server repeats until it is let go.
  package func hold(_ key: String) throws { try tool(["keydown", key]) }

  /// Releases a key that is held.
  package func letGo(_ key: String) throws { try tool(["keyup", key]) }

  private func tool(_ words: [String]) throws {
    do {
      try server.run(["xdotool"] + words)
    } catch {
      throw RigError("\(error) The program xdotool is in the Debian package xdotool.")
    }
  }
}
