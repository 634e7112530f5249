#include "CScrollEngine.h"

// The layout of the structures is part of the interface; members are only added, at the end.
_Static_assert(offsetof(se_state, phase) == 248, "a member of se_state has moved");
_Static_assert(offsetof(se_state, needs_advance) == 258, "a member of se_state has moved");
_Static_assert(
    offsetof(se_delegate, did_change_adjusted_content_inset) == 14 * sizeof(void *),
    "a member of se_delegate has moved");
_Static_assert(sizeof(se_status) == 4 && sizeof(se_phase) == 4, "constants have four bytes");
