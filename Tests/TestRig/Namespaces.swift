internal import CX11
internal import Glibc

/// Namespaces of the kernel, of which containers are made.
package enum Namespaces {
  /// True if this process may make namespaces.
  package static var canBeMade: Bool {
    guard let child = try? ChildProcess(["unshare", "--ipc", "true"], errors: "/dev/null") else {
      return false
    }
    return (try? child.wait()) == 0
  }

  /// Runs `body` on a thread whose memory segments are numbered from the beginning.
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
        error = RigError("The system makes no namespace.")
        return
      }
      do { try body() } catch { self.error = error }
    }
  }
}
