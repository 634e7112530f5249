#pragma once
#include "picture.h"

// What stands for the file in the names that libraries open: the viewer opens it, and nothing else.

// Prepares the answers to a confined process's calls for a format.
const OverscrollSandboxExtras *PrepareOpening(const Format *format);

// The name by which a library opens the picture: the path where it is not confined.
const char *PictureName(const char *path);

// Keeps a font file open, so that it can be read later.
void KeepFontOpen(const char *path);

// Returns whether a font file is kept open.
bool HasFontOpen(const char *path);
