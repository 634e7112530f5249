import OverscrollBrowser
import OverscrollDrawing
import OverscrollFiles
import OverscrollHost
import OverscrollImaging
import OverscrollShell
import ScrollGeometry

/// Saves the selection of a page, or what is visible of its picture.
final class SavePerformer {
  /// Why the file of the picture is not written.
  static let sameFileProblem = "This is the picture that is shown; choose another name."

  private let page: PicturePage

  init(page: PicturePage) {
    self.page = page
  }

  private var content: OpenPicture { page.content }

  /// The folder in which files are looked for and written: that of the picture, or else the working folder.
  var folder: FilePath? { page.album?.folder(of: content) ?? content.folder }

  /// Asks for the file to save to, in the desktop's dialog.
  func choose() {
    guard !content.isPage else { return }
    guard page.saver.fraction == nil else {
      return page.show("A picture is being saved; Escape stops it.")
    }
    FileChoice(page: page).show(.save(name: name), in: folder)
  }

  /// Asks for the file in a field, where the desktop has no dialog.
  func type() { page.showField(.save, text: (folder?.withSlash ?? "") + name) }

  /// The part of the picture that is saved: the selection, or what is visible, at its full size.
  private var part: PixelRect {
    let whole = PixelRect(content.picture.info.size)
    return page.selection.rect?.intersection(whole) ?? content.visiblePart
  }

  /// The name that is proposed.
  private var name: String {
    let name =
      content.file.map { file in
        page.album?.folders.origin.name(file) ?? file.lastComponent.description
      } ?? "grid"
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    let isWhole = part == PixelRect(content.picture.info.size)
    return (stem.isEmpty ? "picture" : stem) + (isWhole ? "-copy.png" : "-part.png")
  }

  /// Begins to save to a file, whose name comes back to the field that it was typed into where it cannot be written.
  func save(to path: FilePath, isTyped: Bool = false) {
    do throws(ImagingError) {
      let export = try PictureExport(
        content.picture.source, rect: part, to: path,
        backdrop: page.frames.backdrop.background.color.rgb, budget: page.maker.store.budget,
        scratch: page.maker.options.cache)
      page.saver.start(
        export, over: content.file, isTyped: isTyped, wake: page.maker.wake)
    } catch {
      fail(error, path, isTyped: isTyped)
    }
    page.drawer.invalidate(.content)
  }

  private func fail(_ error: ImagingError, _ path: FilePath, isTyped: Bool) {
    guard isTyped, !page.isTyping else { return page.show(error.description) }
    page.showField(.save, text: path.description, problem: error.message)
  }

  /// Shows the progress or the result of saving.
  func drain() {
    if page.saver.fraction != nil { page.drawer.invalidate(.content) }
    switch page.saver.drain() {
    case .ended(let message): page.show(message)
    case .failed(let error, let path, let isTyped): fail(error, path, isTyped: isTyped)
    case nil: break
    }
  }
}
