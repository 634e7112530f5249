import Glibc
import ScrollGeometry
import Testing

@testable import OverscrollImaging
@testable import OverscrollTestRig

@Suite struct `Opening a file` {
  private let folder = ScratchFolder()

  private func failure(_ path: String, limits: ImageLimits = ImageLimits()) -> ImagingError? {
    do {
      _ = try ImageFile.open(path, limits: limits)
      return nil
    } catch {
      return error
    }
  }

  /// A PNG header that says any size, with no pixels behind it.
  private func png(_ width: Int, _ height: Int, interlaced: UInt8 = 0) -> String {
    let header = [width, height].flatMap(PNGData.number) + [8, 2, 0, 0, interlaced]
    let file =
      ImageFormat.pngSignature + PNGData.chunk("IHDR", header) + PNGData.chunk("IDAT", [])
    return folder.write(file, to: "huge-\(width)x\(height)-\(interlaced)")
  }

  @Test func `that does not exist, or below a file, reports it`() {
    #expect(failure("\(folder.path)/none.png")?.code == .missing)
    let file = folder.write([1, 2, 3], to: "plain")
    #expect(failure("\(file)/none.png")?.code == .missing)
    #expect(failure("")?.code == .missing)
    #expect(failure("a\0b")?.code == .missing)
  }

  @Test func `that is a directory, a device or a pipe reports it`() {
    #expect(failure(folder.path)?.code == .notAFile)
    #expect(failure("/dev/null")?.code == .notAFile)
    let pipe = folder.file("pipe")
    mkfifo(pipe, 0o600)
    #expect(failure(pipe)?.code == .notAFile)
  }

  @Test(.enabled(if: geteuid() != 0)) func `without read permission reports it`() {
    let file = folder.write([1, 2, 3], to: "secret")
    chmod(file, 0)
    #expect(failure(file)?.code == .unreadable)
  }

  @Test func `that is empty, or no picture whatever its name, reports it`() {
    #expect(failure(folder.write([], to: "empty.png"))?.code == .empty)
    let text = folder.write(Array("This is no picture.".utf8), to: "text.png")
    #expect(failure(text)?.code == .unknownFormat)
    #expect(failure(folder.write([0xFF], to: "one.jpg"))?.code == .unknownFormat)
  }

  @Test func `with only the start of a header is reported as damaged`() {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(failure(folder.write(png, to: "a"))?.code == .damaged)
    #expect(failure(folder.write([0xFF, 0xD8, 0xFF], to: "b"))?.code == .damaged)
    let noise = png + (0..<200).map { UInt8($0) }
    #expect(failure(folder.write(noise, to: "c"))?.code == .damaged)
  }

  @Test func `that is too large is refused before memory is allocated`() {
    #expect(failure(png(2_000_000_000, 2_000_000_000))?.code == .tooLarge)
    #expect(failure(png(200_000, 200_000))?.code == .tooLarge)
    #expect(failure(png(20_000, 20_000, interlaced: 1))?.code == .tooLarge)
    #expect(failure(png(2000, 2000), limits: ImageLimits(megapixels: 3))?.code == .tooLarge)
    let area = failure(png(200_000, 200_000))?.description ?? ""
    #expect(area.contains("exceed --max-megapixels 20000"))
  }

  @Test func `of a hundred megapixels is fine`() {
    #expect(failure(png(10_000, 10_000)) == nil)
    #expect(failure(png(32_000, 32_000)) == nil)
    #expect(failure(png(100_000, 1000)) == nil)
    #expect(failure(png(65_536, 4)) == nil)
    #expect(failure(png(1, 300_000)) == nil)
  }

  @Test func `finds the format by content under a wrong name`() throws {
    let path = folder.file("picture.jpg")
    PNGFile(size: PixelSize(width: 1, height: 1), rows: [[1, 2, 3]]).write(to: path)
    let decoded = try Decoded(path)
    #expect(decoded.info.format == "PNG" && decoded.pixels == [0xFF01_0203])
  }

  @Test func `that fails gives one sentence on one line`() {
    let names = [folder.path, "/dev/null", "/nowhere/at/all", png(300_000, 300_000)]
    for error in names.compactMap({ failure($0) }) {
      #expect(error.description.hasPrefix(error.subject + ": "))
      #expect(error.description.hasSuffix(".") && !error.description.contains("\n"))
      #expect(error.message.first?.isUppercase == true)
    }
  }
}

@Suite struct `A file of another format` {
  private let folder = ScratchFolder()

  @Test(
    arguments: [
      (Array("8BPS\0\u{1}".utf8), "a Photoshop document", "GIMP and Krita"),
      (Array("qoif".utf8) + [0, 0, 0, 8], "a QOI picture", "ImageMagick"),
      (Array("gimp xcf v011".utf8), "a GIMP picture", "GIMP"),
      (Array("DDS |\0\0\0".utf8), "a DDS texture", "GIMP"),
      (
        [0, 0, 2] + .init(repeating: 0, count: 9) + [60, 0, 40, 0, 24, 0], "a TGA picture", "GIMP"
      ),
      ([0, 1, 9, 0, 0, 0, 1, 24, 0, 0, 0, 0, 60, 0, 40, 0, 8, 0x20], "a TGA picture", "GIMP"),
      (Array("PK\u{3}\u{4}".utf8) + .init(repeating: 0, count: 40), "a ZIP archive", "archive"),
      ([0, 0, 0, 24] + Array("ftypisom".utf8), "a video", "player"),
      (Array("<!DOCTYPE html><title>Not found".utf8), "a web page", "browser"),
      ([0, 0, 1, 0, 1, 0, 32, 32, 0, 0], "a Windows icon", "GIMP"),
    ] as [([UInt8], String, String)])
  func `is named by its signature, not its name`(bytes: [UInt8], kind: String, opener: String) {
    let path = folder.write(bytes + .init(repeating: 0, count: 20), to: "a.jpg")
    do throws(ImagingError) {
      _ = try ImageFile.open(path)
      Issue.record("opened")
    } catch {
      #expect(error.code == .unknownFormat)
      #expect(error.reason.hasPrefix("this is \(kind); ") && error.reason.contains(opener))
    }
  }

  @Test func `in TIFF is named by its compression`() throws {
    var bytes = TIFFBuilder(pages: [
      TIFFBuilder.Page(size: PixelSize(width: 4, height: 4)) { _, _, _ in 9 }
    ]).bytes
    let entry = try #require(
      bytes.indices.dropLast(12).first { Array(bytes[$0..<$0 + 8]) == [3, 1, 3, 0, 1, 0, 0, 0] })
    (bytes[entry + 8], bytes[entry + 9]) = (UInt8(50002 & 255), UInt8(50002 >> 8))
    do throws(ImagingError) {
      _ = try ImageFile.open(folder.write(bytes, to: "a.tif"))
      Issue.record("opened")
    } catch {
      #expect(error.code == .unsupported)
      #expect(error.reason.hasPrefix("JPEG XL in TIFF (compression 50002) is not supported"))
    }
  }
}
