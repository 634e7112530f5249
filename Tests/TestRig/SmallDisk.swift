internal import Glibc
internal import OverscrollTestSupport

/// A small file system in memory, which only root can mount.
package final class FullDisk {
  package let path = TestFolder.make("disk")

  /// Mounts a file system of some bytes, and fills all but `free` of them.
  package init(bytes: Int, free: Int) throws {
    let mount = try ChildProcess(["mount", "-t", "tmpfs", "-o", "size=\(bytes)", "takes", path])
    guard try mount.wait() == 0 else { throw RigError("mount failed.") }
    try RunningViewer.write([UInt8](repeating: 0, count: bytes - free), to: path + "/ballast")
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }
}

/// A disk of some kilobytes that only one shell script sees.
package enum SmallDisk {
  /// True if the system lets a process have file systems of its own.
  package static let isAllowed: Bool = {
    let script = "unshare --mount --map-root-user mount -t tmpfs none /mnt"
    return (try? RunningViewer.run(script: script))?.status == 0
  }()

  /// Runs a script in a disk of so many kilobytes, which is its folder.
  package static func run(
    kilobytes: Int, _ script: String, _ arguments: [String] = []
  ) throws -> (status: Int32, output: String, errors: String) {
    let mount = "mount -t tmpfs -o size=\(kilobytes)k none /mnt && cd /mnt || exit 99\n"
    return try RunningViewer.run(
      script: "exec unshare --mount --map-root-user sh -c '\(mount)\(script)' \"$0\" \"$@\"",
      arguments)
  }
}
