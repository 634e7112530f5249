import CFuzzer
import Glibc
import OverscrollShell

// Runs libFuzzer on the target that FUZZ_TARGET names, with libFuzzer's own arguments; prints all names for none.

guard let name = getenv("FUZZ_TARGET").map({ String(cString: $0) }) else {
  for name in FuzzTarget.allCases.map(\.rawValue) { print(name) }
  exit(0)
}
guard let target = FuzzTarget(rawValue: name) else {
  StandardError.report("no such target: \(name)")
  exit(2)
}
nonisolated(unsafe) let run = target.run
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
  run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
exit(status)
