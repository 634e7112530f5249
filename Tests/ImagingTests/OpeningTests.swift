import Glibc
import ScrollGeometry
import Testing

@testable import OverscrollImaging

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
  private func png(_ width: UInt32, _ height: UInt32, interlaced: UInt8 = 0) -> String {
    func bytes(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
    let header =
      Array("IHDR".utf8) + bytes(width) + bytes(height) + [8, 2, 0, 0, interlaced]
    let data = Array("IDAT".utf8)
    let file =
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + bytes(13) + header
      + bytes(Self.checksum(header)) + bytes(0) + data + bytes(Self.checksum(data))
    return folder.write(file, to: "huge-\(width)x\(height)-\(interlaced)")
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
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
