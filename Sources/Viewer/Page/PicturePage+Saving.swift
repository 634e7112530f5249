import OverscrollBase
import OverscrollBrowser
import OverscrollDrawing
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

// MARK: - Saving

extension PicturePage {
  /// The folder in which files are looked for and written: that of the picture, or else the working folder.
  var filesFolder: FilePath? { album?.folder(of: content) ?? content.folder }

  /// Asks for the file to save to, in the desktop's dialog.
  func chooseSave() {
    guard !content.isPage else { return }
    guard frames.saver.fraction == nil else {
      return show("A picture is being saved; Escape stops it.")
    }
    showDialog(.save(name: proposedName), in: filesFolder)
  }

  /// Asks for the file in a field, where the desktop has no dialog.
  func typeSave() {
    showField(.save, text: (filesFolder?.withSlash ?? "") + proposedName)
  }

  /// The part of the picture that is saved: the selection, or what is visible, at its full size.
  private var savedPart: PixelRect {
    let whole = PixelRect(content.picture.info.size)
    return frames.selection.rect?.intersection(whole) ?? content.visiblePart
  }

  /// The name that is proposed.
  private var proposedName: String {
    let name =
      content.file.map { file in
        album?.folders.origin.name(file) ?? file.lastComponent.description
      } ?? "grid"
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let isWhole = savedPart == PixelRect(content.picture.info.size)
    return (stem.isEmpty ? "picture" : stem) + (isWhole ? "-copy.png" : "-part.png")
  }

  /// Begins to save to a file, whose name comes back to the field that it was typed into where it cannot be written.
  func save(to path: FilePath, isTyped: Bool = false) {
    do throws(ImagingError) {
      let export = try PictureExport(
        content.picture.source, rect: savedPart, to: path,
        backdrop: frames.backdrop.background.color.rgb, budget: maker.store.budget,
        scratch: maker.options.cache)
      frames.saver.start(
        export, over: content.file, isTyped: isTyped, wake: maker.wake)
    } catch {
      failSaving(error, path, isTyped: isTyped)
    }
    drawer.invalidate(.content)
  }

  private func failSaving(_ error: ImagingError, _ path: FilePath, isTyped: Bool) {
    guard isTyped, !self.isTyping else { return show(error.description) }
    showField(.save, text: path.description, problem: error.message)
  }

  /// Shows the progress or the result of saving.
  func drainSaving() {
    if frames.saver.fraction != nil { drawer.invalidate(.content) }
    switch frames.saver.drain() {
    case .ended(let message): show(message)
    case .failed(let error, let path, let isTyped): failSaving(error, path, isTyped: isTyped)
    case nil: break
    }
  }
}
