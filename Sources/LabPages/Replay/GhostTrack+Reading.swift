package import OverscrollBase
package import OverscrollLab
package import OverscrollShell

extension GhostTrack {
  /// Reads a reference from a file, and aligns it with a take.
  package init(_ path: FilePath, along script: Script, name: String) throws(Failure) {
    let reference = try LabFiles.series(path)
    self = try Failure.describing { () throws(LabError) in
      try GhostTrack(reference, along: script, name: name)
    }
  }
}
