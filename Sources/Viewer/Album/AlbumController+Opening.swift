extension AlbumController {
  /// The picture that is being opened, once its file is read.
  var opened: OpenPicture? { opener.opened }

  /// Returns whether the picture that is being opened can take the place of the one that is shown.
  func canShowOpened(at now: Double) -> Bool { opener.canShowOpened(at: now) }
}
