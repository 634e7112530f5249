#pragma once
#include <cairo/cairo.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo-xlib.h>
#include <cairo/cairo-xlib-xrender.h>
