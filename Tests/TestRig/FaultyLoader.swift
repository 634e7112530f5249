internal import OverscrollTestSupport

/// The program, installed with a loader of further formats that fails as the names of files ask for.
package enum FaultyLoader {
  /// Installs the program with a loader in a new folder; returns the program's path.
  package static func install(_ loader: String? = nil) throws -> String {
    let folder = TestFolder.make()
    let made = try RunningViewer.run(
      script: #"""
        set -e
        umask 022
        mkdir -p "$1/bin" "$1/libexec/overscroll"
        ln "$0" "$1/bin/overscroll" || cp "$0" "$1/bin/overscroll"
        cp "$2" "$1/libexec/overscroll/overscroll-load"
        chmod 755 "$1" "$1/libexec/overscroll" "$1/libexec/overscroll/overscroll-load"
        """#, [folder, loader ?? RunningViewer.path(of: "overscroll-sandbox-faults")])
    guard made.status == 0 else { throw RigError(made.errors) }
    return folder + "/bin/overscroll"
  }
}
