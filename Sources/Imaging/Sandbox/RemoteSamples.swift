import ScrollGeometry

/// Reads the samples of a picture in a sandbox.
final class RemoteSamples: SampleReader {
  let size: PixelSize
  private let picture: RemoteObject
  private let origin: RemoteOrigin
  private let info: ImageInfo
  private let channels: Int
  private let object: RemoteObject

  /// Opens the reader; `nil` for a picture without samples.
  init?(
    _ picture: RemoteObject, _ origin: RemoteOrigin, _ info: ImageInfo
  ) throws(ImagingError) {
    guard let samples = info.samples else { return nil }
    size = info.orientation.applied(to: info.size)
    channels = samples.channels
    self.picture = picture
    self.origin = origin
    self.info = info
    object = RemoteObject(in: picture.process)
    guard try open() else { return nil }
  }

  private func open() throws(ImagingError) -> Bool {
    var request = MessageWriter(.openSamples)
    request.add(object.number)
    request.add(picture.number)
    return try picture.process.call(
      request,
      restore: { () throws(ImagingError) in try origin.restore(picture, info) }
    ) { (stream) throws(CallFailure) in
      try stream.result { (reader) throws(MalformedMessage) in try reader.flag() }
    }
  }

  private func restore() throws(ImagingError) {
    guard try open() else { throw origin.file.changed }
  }

  func samples(
    x: Int, y: Int, while shouldContinue: @Sendable () -> Bool
  ) throws(ImagingError) -> [Double] {
    var request = MessageWriter(.samples)
    for number in [object.number, x, y] { request.add(number) }
    return try object.process.call(request, restore: restore) { (stream) throws(CallFailure) in
      try stream.result(while: shouldContinue) { (reader) throws(MalformedMessage) in
        var samples: [Double] = []
        for _ in 0..<(try reader.number(in: 0...channels)) {
          samples.append(try reader.anyValue())
        }
        return samples
      }
    }
  }
}

extension DecoderServer {
  func openSamples(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    let number = try reader.number()
    guard case .picture(let source) = try object(&reader) else {
      return lane.send(MessageWriter(.unknown))
    }
    end(lane) { () throws(ImagingError) in
      let samples = try source.sampleReader()
      if let samples { insert(.samples(samples), as: number) }
      var message = MessageWriter(.result)
      message.add(samples != nil)
      return message
    }
  }

  func sendSamples(
    _ reader: inout MessageReader, _ lane: ServedLane
  ) throws(MalformedMessage) {
    guard case .samples(let samples) = try object(&reader) else {
      return lane.send(MessageWriter(.unknown))
    }
    let (x, y) = (try reader.number(), try reader.number())
    guard (0..<samples.size.width).contains(x), (0..<samples.size.height).contains(y) else {
      throw MalformedMessage()
    }
    end(lane) { () throws(ImagingError) in
      let values = try samples.samples(x: x, y: y) { lane.shouldContinue() }
      var message = MessageWriter(.result)
      message.add(values.count)
      for value in values { message.add(value) }
      return message
    }
  }
}
