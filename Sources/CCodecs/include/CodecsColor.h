#pragma once
#include <lcms2.h>

// lcms2 composes its pixel formats by macros that Swift does not import.

static const cmsUInt32Number overscroll_bgra = TYPE_BGRA_8;
// Three numbers of 16 bits: 65535 for 100, and 257 for each step of the differences from -128 up.
static const cmsUInt32Number overscroll_lab = TYPE_Lab_16;
static const cmsUInt32Number overscroll_grey = TYPE_GRAY_8;
// Four bytes of ink, of which 255 is full, and the same upside down.
static const cmsUInt32Number overscroll_cmyk = TYPE_CMYK_8;
static const cmsUInt32Number overscroll_cmyk_inverted = TYPE_CMYK_8_REV;
