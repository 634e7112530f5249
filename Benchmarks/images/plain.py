"""Pictures in plain colours, and how they are told apart on a display."""

import ctypes, os, subprocess, time

from display import HEIGHT, WIDTH

# The pictures: 12 megapixels, told apart by their plain colours.
SIZE, COLORS = (4000, 3000), 8


def color(number):
    return 40 + 25 * (number % COLORS), 200 - 20 * (number % COLORS), 90


def path(folder, number):
    """A picture in the folder with many; all orders of their names are the same."""
    return f"{folder}/pictures/p{number:05}.jpg"


def make(folder, files):
    """Makes a few JPEG pictures, and links to them under as many names as there are to be."""
    os.makedirs(folder + "/pictures")
    for number in range(COLORS):
        rgb = " ".join(str(part) for part in color(number))
        plain, target = f"{folder}/{number}.v", f"{folder}/{number}.jpg"
        subprocess.run(["vips", "black", plain, *map(str, SIZE), "--bands", "3"], check=True)
        subprocess.run(["vips", "linear", plain, target + "[Q=90]", "1 1 1", rgb, "--uchar"],
                       check=True)
    for number in range(files):
        os.link(f"{folder}/{number % COLORS}.jpg", path(folder, number))


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
