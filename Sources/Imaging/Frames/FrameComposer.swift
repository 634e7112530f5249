/// Composes the frames of an animation, one after the other.
protocol FrameComposer: AnyObject {
  /// The canvas with the frames so far.
  var canvas: FrameCanvas { get }

  /// Composes the next frame.
  ///
  /// - Parameter shouldContinue: Called now and then; if it returns false the method returns early.
  /// - Throws: If the frame is missing or damaged; what there is of it is on the canvas.
  func composeNext(while shouldContinue: () -> Bool) throws(ImagingError)
}

extension FrameComposer {
  /// Decodes a frame, from 0, as it is shown; of a damaged file, what there is.
  func decode(
    frame index: Int, into builder: PyramidBuilder, while shouldContinue: () -> Bool
  ) throws(ImagingError) {
    var failure: ImagingError?
    do throws(ImagingError) {
      for _ in 0...index where shouldContinue() { try composeNext(while: shouldContinue) }
    } catch {
      failure = error
    }
    canvas.commit(to: builder, while: shouldContinue)
    if let failure { throw failure }
  }
}
