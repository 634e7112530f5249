#pragma once
#include "CLoader.h"
#include <vips/vips.h>

struct LoadFormat {
  const char *argument;
  const char *name;
  // The module of libvips that reads it; NULL where libvips reads it itself.
  const char *module;
  bool isVector;
  // True for pictures that hide what is beneath them.
  bool isOpaque;
  bool hasPages;
  // True for numbers of one or three channels.
  bool isData;
  LoadMeaning meaning;
  // True where what libvips calls pages are halvings.
  bool hasReductions;
  // The memory that a library takes for a pixel while it decodes a picture as a whole, in bytes; 0 where it decodes parts. [M]
  int pixelBytes;
  // The same for samples of 16 bits.
  int deepPixelBytes;
  // True where the library opens the file by a name, and the end of that name.
  const char *suffix;
  // Reads a header; NULL for slides. `reduction` is a number of halvings, `scale` the size of a drawing; others ignore them.
  int (*load)(VipsSource *source, const char *path, VipsImage **image, int page, double scale,
              int reduction);
};

// The name by which a library opens the picture: the path where it is not confined.
const char *PictureName(const char *path);

// Has the viewer open a file of the folder that belongs to the picture, or the picture with NULL; -1 where it does not, and on
// threads that serve no request.
int RequestOpening(const char *companion);

// Has the picture open for libraries that open it on threads of their own.
void KeepPictureOpen(void);

// Keeps a font file open, so that it can be read later.
void KeepFontOpen(const char *path);

// Returns whether a font file is kept open.
bool HasFontOpen(const char *path);
