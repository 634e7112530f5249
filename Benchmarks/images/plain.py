"""Pictures in plain colours, and how they are told apart on a display."""

import ctypes, os, subprocess, time

from display import HEIGHT, WIDTH

# The pictures: 12 megapixels, told apart by their plain colours.
SIZE, COLORS = (4000, 3000), 8


def color(number):
    return 40 + 25 * (number % COLORS), 200 - 20 * (number % COLORS), 90


def path(folder, number):
    """A picture in the folder with many; all orders of their names are the same."""
    start = f"{folder}/pictures/p{number:05}"
    return start + (".tif" if os.path.exists(start + ".tif") else ".jpg")


def vips(*words):
    subprocess.run(["vips", *map(str, words)], check=True)


def make(folder, files, size=SIZE, kind=".jpg[Q=90]", around=None):
    """Makes a few pictures, and links to them under as many names as there are to be.

    Those around a picture of noise are plain in the middle alone.
    """
    os.makedirs(folder + "/pictures")
    suffix = kind.split("[")[0]
    for number in range(COLORS):
        rgb = " ".join(str(part) for part in color(number))
        plain, target = f"{folder}/{number}.v", f"{folder}/{number}{kind}"
        width, height = (400, 400) if around else size
        vips("black", plain, width, height, "--bands", 3)
        if around:
            middle = f"{folder}/middle.v"
            vips("linear", plain, middle, "1 1 1", rgb, "--uchar")
            vips("replicate", around, plain, 2, 1)
            vips("insert", plain, middle, f"{folder}/whole.v", size[0] // 2 - 200, size[1] // 2 - 200)
            vips("extract_area", f"{folder}/whole.v", target, 0, 0, *size)
        else:
            vips("linear", plain, target, "1 1 1", rgb, "--uchar")
        os.remove(plain)
    for number in range(files):
        os.link(f"{folder}/{number % COLORS}{suffix}", f"{folder}/pictures/p{number:05}{suffix}")


def shows(display, number):
    """Whether the middle of the display has a picture's colour."""
    image = display.x.XGetImage(display.display, display.root, WIDTH // 2, HEIGHT // 2, 1, 1,
                                0xFFFFFFFF, 2)
    blue, green, red = ctypes.string_at(image.contents.data, 3)
    display.x.XDestroyImage(image)
    return all(abs(one - other) <= 3 for one, other in zip((red, green, blue), color(number)))


def pixel(display, x, y):
    """A pixel of the display: red, green, blue."""
    image = display.x.XGetImage(display.display, display.root, x, y, 1, 1, 0xFFFFFFFF, 2)
    blue, green, red = ctypes.string_at(image.contents.data, 3)
    display.x.XDestroyImage(image)
    return red, green, blue


def is_alike(one, other):
    return all(abs(part - part2) <= 3 for part, part2 in zip(one, other))


def shown(display):
    """The number of the colour in the middle, or None."""
    middle = pixel(display, WIDTH // 2, HEIGHT // 2)
    return next((number for number in range(COLORS) if is_alike(middle, color(number))), None)


def seen(display, number, seconds):
    """The time at which a picture shows, or None."""
    end = time.monotonic() + seconds
    while not shows(display, number):
        if time.monotonic() > end:
            return None
        display.wait_for_change(0.005)
    return time.monotonic()
