#pragma once
#include <stdint.h>

// Input and capture on an X display: events by XTEST, pixels by shared memory.
typedef struct Probe Probe;

Probe *_Nullable ProbeOpen(const char *_Nonnull display);
void ProbeClose(Probe *_Nonnull probe);
// Whether the screen has that many pixels.
int ProbeHasSize(Probe *_Nonnull probe, int width, int height);
void ProbeMove(Probe *_Nonnull probe, int x, int y);
void ProbeButton(Probe *_Nonnull probe, int button, int isDown);
void ProbeKey(Probe *_Nonnull probe, const char *_Nonnull name, int isDown);
// A number that is another one, in all likelihood, when a pixel of the area is; at most 64 kB of pixels.
uint64_t ProbeSee(Probe *_Nonnull probe, int x, int y, int width, int height);
