import ScrollGeometry
import Synchronization

/// An animation whose frames are composed in a confined process, with the number of those that are.
final class ServedAnimation: Sendable {
  private struct State {
    var composer: any FrameComposer
    var count = 0
  }

  private let state: Mutex<State>

  /// Opens an animation; `nil` for a format without animations.
  init?(_ file: ImageFile, _ head: [UInt8]) throws(ImagingError) {
    guard let compose = ImageFormat.all.first(where: { $0.recognizes(head) })?.compose else {
      return nil
    }
    state = Mutex(State(composer: try compose(file)))
  }

  /// The number of frames that are composed.
  var count: Int { state.withLock { $0.count } }

  /// Composes all frames up to one, from 0, and sends the canvas.
  func send(
    _ index: Int, on lane: ServedLane
  ) throws(ImagingError) -> MessageWriter {
    try state.withLock { (state) throws(ImagingError) in
      var failure: ImagingError?
      do throws(ImagingError) {
        while state.count <= index, lane.shouldContinue() {
          state.count += 1
          try state.composer.composeNext { lane.shouldContinue() }
        }
      } catch {
        failure = error
      }
      var message = MessageWriter(.begin)
      message.add(state.composer.canvas.size)
      lane.send(message)
      state.composer.canvas.pixels.withUnsafeBytes { lane.write($0) }
      if let failure { throw failure }
      return MessageWriter(.result)
    }
  }
}

extension DecoderServer {
  func sendFrame(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let number = try reader.number()
    let file = try reader.file()
    let head = try reader.bytes()
    let index = try reader.number(in: 0...FilePages.maximumCount)
    end(lane) { () throws(ImagingError) in
      guard let animation = try animation(number, at: index, file, head) else { throw file.changed }
      return try animation.send(index, on: lane)
    }
  }

  /// The animation with a number, or a new one where it has passed the frame.
  private func animation(
    _ number: Int, at index: Int, _ file: ImageFile, _ head: [UInt8]
  ) throws(ImagingError) -> ServedAnimation? {
    if case .animation(let animation)? = objects.withLock({ $0[number] }), animation.count <= index
    {
      return animation
    }
    guard let animation = try ServedAnimation(file, head) else { return nil }
    insert(.animation(animation), as: number)
    return animation
  }
}
