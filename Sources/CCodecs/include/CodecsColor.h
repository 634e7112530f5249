#pragma once
#include <lcms2.h>

// lcms2 composes its pixel formats by macros that Swift does not import.

static const cmsUInt32Number overscroll_bgra = TYPE_BGRA_8;
// 16 bits each: L* as 65535 for 100, a* and b* as 257 for each step from -128 up.
static const cmsUInt32Number overscroll_lab = TYPE_Lab_16;
static const cmsUInt32Number overscroll_gray = TYPE_GRAY_8;
// The same with 16 bits a channel, in the machine's byte order.
static const cmsUInt32Number overscroll_bgra16 = TYPE_BGRA_16;
static const cmsUInt32Number overscroll_gray16 = TYPE_GRAY_16;
static const cmsUInt32Number overscroll_cmyk16 = TYPE_CMYK_16;
// Four bytes, of which 255 is full ink, and the same inverted.
static const cmsUInt32Number overscroll_cmyk = TYPE_CMYK_8;
static const cmsUInt32Number overscroll_cmyk_inverted = TYPE_CMYK_8_REV;
