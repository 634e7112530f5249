#include "FlickInC.h"
#include <CScrollEngine.h>

double flick_in_c(void) {
  se_scroll_view *view = se_scroll_view_create(402, 874);
  se_scroll_view_set_content_size(view, 402, 6000);
  const double places[] = {600, 580, 520, 430};
  for (int index = 0; index < 4; index++)
    se_scroll_view_send_touch(
        view, 0, index ? SE_TOUCH_MOVED : SE_TOUCH_BEGAN, 200, places[index], index * 0.02);
  se_scroll_view_send_touch(view, 0, SE_TOUCH_ENDED, 200, 430, 0.06);
  se_state state = {.size = sizeof state};
  se_status status = se_scroll_view_get_state(view, &state);
  se_scroll_view_destroy(view);
  return status == SE_OK ? state.resting_offset.y : -1;
}
