#pragma once
#include <CSandbox.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// libvips and OpenSlide, as `overscroll-load` uses them: a row per format, and what they open by name.

// A format that is loaded.
typedef struct LoadFormat LoadFormat;

// The format with a name, which the viewer starts the program with; NULL if there is none.
const LoadFormat *_Nullable LoadFindFormat(const char *_Nonnull argument);

// The name to display.
const char *_Nonnull LoadName(const LoadFormat *_Nonnull format);

// True for drawings, which have the size that they are drawn in.
bool LoadIsVector(const LoadFormat *_Nonnull format);

// True for slides, of which any rectangle is decoded.
bool LoadIsSlide(const LoadFormat *_Nonnull format);

// True where a file may have several pages.
bool LoadHasPages(const LoadFormat *_Nonnull format);

// Loads all that the format's libraries read from files, before a process is confined; starts no thread.
bool LoadWarmUp(const LoadFormat *_Nonnull format);

// Adds to the rules of the format's processes what its libraries open by name. Processes that are not confined open the path.
void LoadPrepare(
    const LoadFormat *_Nonnull format, bool isConfined, OverscrollSandboxRules *_Nonnull rules);

// Where a picture is read from.
typedef struct {
  const LoadFormat *_Nonnull format;
  // The path of the file where the process is not confined; else it opens the file by its own name for it.
  const char *_Nonnull path;
  int page;
} LoadOrigin;

// What samples mean.
typedef enum {
  // Colors, which the file defines.
  LoadColors,
  // Numbers, whose range may be a small part of their type's.
  LoadNumbers,
  // Light of any intensity, of which white is 1.
  LoadLight,
} LoadMeaning;

// The samples of a picture, before they become colors.
typedef struct {
  LoadMeaning meaning;
  // The samples of a pixel; the last is alpha where the picture has some, from 0 to 1 in floating point.
  int bands;
  // The bits of a sample as it is decoded, and as it is stored.
  int bits;
  int storedBits;
  bool isFloat;
  bool isSigned;
  bool isCMYK;
  bool hasAlpha;
  // True for colors that are multiplied by alpha.
  bool isPremultiplied;
  // An ICC profile, which the caller frees with free(); NULL for none.
  uint8_t *_Nullable profile;
  size_t profileLength;
} LoadSamples;

// What the viewer shows of a header.
typedef struct {
  int width;
  int height;
  int bits;
  const char *_Nullable color;
  bool hasAlpha;
  // The memory that decoding takes, in bytes.
  int64_t workBytes;
  // The number of halvings that decoding itself can do.
  int reductions;
  int pageCount;
  // Of drawings it is empty.
  LoadSamples samples;
} LoadHeader;

// Reads a header; returns false where that fails: see LoadTakeError.
bool LoadReadHeader(const LoadOrigin *_Nonnull origin, LoadHeader *_Nonnull header);

// Which rows of a picture are decoded, and to what.
typedef struct {
  // The size at a number of halvings.
  int width;
  int height;
  int reduction;
  // The first row, and the distance to the next one.
  int top;
  int step;
  // For samples as LoadSamples describes them, the bits that are stored; 0 for premultiplied pixels of 8 bits.
  int storedBits;
} LoadPart;

// Receives a row; returns false where no more are needed.
typedef bool (*LoadTakeRow)(void *_Nonnull context, const void *_Nonnull row);

// Decodes rows one after the other; returns false where that fails: see LoadTakeError.
bool LoadDecode(
    const LoadOrigin *_Nonnull origin, const LoadPart *_Nonnull part, LoadTakeRow _Nonnull take,
    void *_Nonnull context);

// Copies the first line of the libraries' errors, which may be empty, and forgets them.
void LoadTakeError(char *_Nonnull reason, size_t capacity);

// Frees what the libraries keep for the calling thread.
void LoadEndThread(void);

// A slide that is open.
typedef struct LoadSlide LoadSlide;

// Opens a slide; returns NULL with the reason in `reason`.
LoadSlide *_Nullable LoadOpenSlide(
    const LoadOrigin *_Nonnull origin, char *_Nonnull reason, size_t capacity);

void LoadCloseSlide(LoadSlide *_Nonnull slide);

// The size of a slide and the number of its levels in the file.
void LoadMeasureSlide(
    LoadSlide *_Nonnull slide, int64_t *_Nonnull width, int64_t *_Nonnull height,
    int *_Nonnull levels);

// The extent of a pixel across or down, in micrometers; 0 where the slide has none.
double LoadSlideScale(LoadSlide *_Nonnull slide, bool isVertical);

// Decodes a rectangle of a level, which is the full size halved a number of times, into as many pixels; returns false with the reason
// in `reason`.
bool LoadSlideRegion(
    LoadSlide *_Nonnull slide, int level, int64_t left, int64_t top, int64_t width, int64_t height,
    uint32_t *_Nonnull pixels, char *_Nonnull reason, size_t capacity);
