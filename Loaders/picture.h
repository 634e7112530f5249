#pragma once
#include "lane.h"
#include <vips/vips.h>

// A format that is loaded, by the name that the viewer starts the program with.
typedef struct Format Format;
struct Format {
  const char *argument;
  // The name to display.
  const char *name;
  // The module of libvips that reads it; NULL where libvips reads it itself.
  const char *module;
  // True for drawings, which have the size that they are drawn in.
  bool isVector;
  // True for pictures that hide what is beneath them.
  bool isOpaque;
  // True where a file may have several pages.
  bool hasPages;
  // The memory that a library takes for a pixel while it decodes a picture as a whole, in bytes; 0 where it decodes parts. [M]
  int pixelBytes;
  // True where the library opens the file by a name, and the end of that name.
  const char *suffix;
  // Reads a header. `reduction` is a number of halvings, `scale` the size of a drawing; others ignore them.
  int (*load)(VipsSource *source, const char *path, VipsImage **image, int page, double scale,
              int reduction);
};

// The format with a name; NULL if there is none.
const Format *FindFormat(const char *argument);

// Where a picture is read from.
typedef struct {
  const Format *format;
  // The path of the file where the process is not confined; else it opens the file by its own name for it.
  char *path;
  int page;
} Origin;

// What the viewer shows of a header.
typedef struct {
  int width;
  int height;
  int bits;
  const char *color;
  bool hasAlpha;
  // The memory that decoding takes, in bytes.
  int64_t workBytes;
  // The number of halvings that decoding itself can do.
  int reductions;
  int pageCount;
} Header;

// Reads a header; returns false with the reason in libvips' error buffer.
bool ReadHeader(Lane *lane, const Origin *origin, Header *header);

// Decodes a picture of a size, row by row; returns false with the reason in libvips' error buffer.
bool DecodeRows(Lane *lane, const Origin *origin, int width, int height, int reduction);

// Loads all that the format's libraries read from files, before the process is confined.
bool WarmUp(const Format *format);

// Turns colors into premultiplied pixels as the viewer has them.
void PremultiplyRow(const uint8_t *colors, int bands, uint32_t *pixels, int count);
