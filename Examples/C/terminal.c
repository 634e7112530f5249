// A list in the terminal that scrolls like UIScrollView: drag it with the mouse, turn the wheel, press arrow keys; q ends.
//
//   cc terminal.c -o terminal $(pkg-config --cflags --libs CScrollEngine) -lm

#include <CScrollEngine.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

// A cell of the terminal stands for 10 × 20 points.
static const double cell_width = 10, cell_height = 20;
static const int line_count = 1000;
static const char *phases[] = {
    "idle", "tracking", "dragging", "decelerating", "animating", "zooming", "zoom bouncing"};
static struct termios original;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

static void restore(void) {
  fputs("\033[?1002;1006l\033[?25h\033[?1049l", stdout);
  fflush(stdout);
  tcsetattr(STDIN_FILENO, TCSANOW, &original);
}

static void check(se_status status) {
  if (status == SE_OK) return;
  restore();
  fprintf(stderr, "terminal: %s\n", se_status_message(status));
  exit(1);
}

static se_state current(se_scroll_view *view) {
  se_state state = {.size = sizeof state};
  check(se_scroll_view_get_state(view, &state));
  return state;
}

static void draw(const se_state *state, int columns, int rows) {
  const se_indicator *bar = &state->vertical_indicator;
  for (int row = 0; row < rows; row++) {
    long line = lround(state->content_offset.y / cell_height) + row + 1;
    double y = (row + 0.5) * cell_height - bar->frame.y;
    int is_bar = bar->opacity > 0.5 && y >= 0 && y < bar->frame.height;
    printf("\033[%d;1H\033[K", row + 1);
    if (line >= 1 && line <= line_count) printf("line %ld", line);
    if (is_bar) printf("\033[%d;%dH\033[7m \033[0m", row + 1, columns);
  }
  printf("\033[%d;1H\033[K%s %.3f", rows + 1, phases[state->phase], state->content_offset.y);
  fflush(stdout);
}

// Passes in the escape sequence at the start of `text`, and returns its length; 0 for the key that ends the program.
static int receive(se_scroll_view *view, const char *text) {
  int button, x, y, modifiers, length = 0;
  char last;
  if (sscanf(text, "\033[<%d;%d;%d%c%n", &button, &x, &y, &last, &length) == 4) {
    double px = (x - 0.5) * cell_width, py = (y - 0.5) * cell_height;
    if (button >= 64)
      check(se_scroll_view_send_wheel(view, 0, button == 64 ? -1 : 1, px, py, 0, now()));
    else
      check(se_scroll_view_send_touch(
          view, 0, last == 'm' ? SE_TOUCH_ENDED : button & 32 ? SE_TOUCH_MOVED : SE_TOUCH_BEGAN,
          px, py, now()));
  } else if (sscanf(text, "\033[1;%d%c%n", &modifiers, &last, &length) == 2) {
    // Terminals send one more than the sum of Shift (1), Alt (2) and Control (4).
    se_modifiers held = modifiers & 4 ? SE_CONTROL : SE_SHIFT;
    if (last >= 'A' && last <= 'B') check(se_scroll_view_send_key(view, last - 'A', held, now()));
  } else if (sscanf(text, "\033[%c%n", &last, &length) == 1) {
    if (last >= 'A' && last <= 'B') check(se_scroll_view_send_key(view, last - 'A', 0, now()));
  } else {
    return *text == 'q' ? 0 : 1;
  }
  return length;
}

int main(void) {
  struct winsize size;
  if (tcgetattr(STDIN_FILENO, &original) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) ||
      size.ws_row < 2) {
    fputs("terminal: the input and output must be a terminal\n", stderr);
    return 1;
  }
  struct termios raw = original;
  raw.c_lflag &= ~(ICANON | ECHO);
  tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  fputs("\033[?1049h\033[?25l\033[?1002;1006h", stdout);

  int rows = size.ws_row - 1;
  se_scroll_view *view = se_scroll_view_create(size.ws_col * cell_width, rows * cell_height);
  check(se_scroll_view_set_content_size(view, size.ws_col * cell_width, line_count * cell_height));
  check(se_scroll_view_flash_scroll_indicators(view));
  for (int ends = 0; !ends;) {
    check(se_scroll_view_advance(view, now()));
    se_state state = current(view);
    draw(&state, size.ws_col, rows);
    // While nothing moves, the program waits for input.
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&input, 1, state.needs_advance ? 16 : -1) <= 0) continue;
    char text[4096] = "";
    ends = read(STDIN_FILENO, text, sizeof text - 1) <= 0;
    for (int used = 0, length; text[used] && !ends; used += length) {
      length = receive(view, text + used);
      ends = length == 0;
    }
  }
  se_scroll_view_destroy(view);
  restore();
  return 0;
}
