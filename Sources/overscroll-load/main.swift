// Loads pictures of one format for the viewer, which starts it with the format and a socket as descriptor 0:
//
//   overscroll-load FORMAT confined|unconfined
//
// It loads the format's libraries, and forks a process for each picture.
import CLoader
import CSandbox
import Glibc
import OverscrollImaging

/// Decodes one picture on a socket.
private func serve(_ socket: Int32) {
  guard let format = LoadFindFormat(CommandLine.arguments[1]) else { return }
  DecoderServer(Library(format)).run(socket)
}

guard CommandLine.arguments.count == 3, let format = LoadFindFormat(CommandLine.arguments[1]) else {
  exit(2)
}
guard LoadWarmUp(format) else { exit(3) }
let isConfined = CommandLine.arguments[2] != "unconfined"
var rules = OverscrollSandboxRules(
  serve: { serve($0) }, prepare: nil, calls: nil, callCount: 0, answeredCalls: nil,
  answeredCallCount: 0, answer: nil)
LoadPrepare(format, isConfined, &rules)
OverscrollSandboxServe(0, isConfined, &rules)
