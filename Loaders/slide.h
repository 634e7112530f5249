#pragma once
#include "picture.h"
#include <openslide.h>

// Opens a slide; returns NULL with the reason in `reason`.
openslide_t *OpenSlide(const Origin *origin, char *reason, size_t capacity);

// Sends a rectangle of a level, which is the full size halved a number of times; returns false with the reason in `reason`.
bool SendRegion(Lane *lane, openslide_t *slide, int level, const VipsRect *rect, char *reason,
                size_t capacity);
