internal import CX11
internal import Glibc

/// Kernel namespaces.
package enum Namespaces {
  /// Whether this process may create namespaces.
  package static var canBeMade: Bool {
    guard let child = try? ChildProcess(["unshare", "--ipc", "true"], errors: "/dev/null") else {
      return false
    }
    return (try? child.wait()) == 0
  }

  /// Runs `body` on a thread with a new IPC namespace, whose segment identifiers start from the beginning.
  package static func withPrivateIPCNamespace(_ body: @escaping () throws -> Void) throws {
    let work = Work(body)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        let work = Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue()
        work.run()
        return nil
      }, Unmanaged.passUnretained(work).toOpaque())
    pthread_join(thread, nil)
    if let error = work.error { throw error }
  }

  private final class Work {
    private let body: () throws -> Void
    private(set) var error: (any Error)?

    init(_ body: @escaping () throws -> Void) { self.body = body }

    func run() {
      guard OverscrollUnshareIPC() == 0 else {
        error = RigError("Cannot create an IPC namespace.")
        return
      }
      do { try body() } catch { self.error = error }
    }
  }
}
