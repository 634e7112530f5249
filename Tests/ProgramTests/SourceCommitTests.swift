import OverscrollBase
import OverscrollTestRig
import OverscrollTestSupport
import Testing

@testable import OverscrollShell

@Suite struct `The commit of a program` {
  private static let hash = "0123456789abcdef0123456789abcdef01234567"

  /// A source tree with an executable; each line of the script changes it.
  private func tree(_ script: String) throws -> FilePath {
    let folder = TestFolder.make()
    let result = try RunningViewer.run(
      script: """
        cd "$1" && mkdir -p .git/refs/heads .git/logs build/debug
        echo "ref: refs/heads/main" > .git/HEAD; echo \(Self.hash) > .git/refs/heads/main
        touch -d '2026-01-01' .git/logs/HEAD; touch -d '2026-01-02' build/debug/program
        \(script)
        """, [folder])
    #expect(result.status == 0, "\(result.errors)")
    return FilePath(folder + "/build/debug/program")
  }

  @Test(arguments: [
    ("", "0123456789"),
    // A detached HEAD, and a branch among packed references.
    ("echo \(hash) | tr 0 f > .git/HEAD", "f123456789"),
    (
      "rm .git/refs/heads/main; echo '# packed' > .git/packed-refs; "
        + "echo '\(hash) refs/heads/main' | tr 1 e >> .git/packed-refs", "0e23456789"
    ),
  ])
  func `is that of the source tree around it`(script: String, commit: String) throws {
    #expect(try SourceCommit.of(tree(script)) == commit)
  }

  @Test(arguments: [
    // Built before something else was checked out; no source tree; a branch without a commit.
    "touch -d '2026-01-03' .git/logs/HEAD", "rm -r .git", "rm .git/refs/heads/main",
    "echo nothing > .git/refs/heads/main",
  ])
  func `is not known where the program may be of another one`(script: String) throws {
    #expect(try SourceCommit.of(tree(script)) == nil)
  }
}
