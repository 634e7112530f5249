#include "patience.h"
#include <time.h>

// The pixels that the slowest library decodes in a second on a slow machine. [C]
#define PIXELS_PER_SECOND 1000000
// The longest time for one picture, in seconds. [C]
#define MAXIMUM_SECONDS 300

static void *run(void *argument) {
  Patience *patience = argument;
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  pthread_mutex_lock(&patience->lock);
  while (!patience->isOver && patience->ticks-- > 0) {
    OverscrollAdvance(patience->lane->state);
    time.tv_sec++;
    pthread_cond_timedwait(&patience->end, &patience->lock, &time);
  }
  pthread_mutex_unlock(&patience->lock);
  return NULL;
}

void BeginPatience(Patience *patience, Lane *lane, int64_t pixels) {
  const int64_t seconds = pixels / PIXELS_PER_SECOND;
  *patience = (Patience){
    .lane = lane,
    .ticks = (int)(seconds < MAXIMUM_SECONDS ? seconds : MAXIMUM_SECONDS),
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .end = PTHREAD_COND_INITIALIZER,
  };
  patience->isStarted = pthread_create(&patience->thread, NULL, run, patience) == 0;
}

void EndPatience(Patience *patience) {
  if (!patience->isStarted) return;
  patience->isStarted = false;
  pthread_mutex_lock(&patience->lock);
  patience->isOver = true;
  pthread_cond_signal(&patience->end);
  pthread_mutex_unlock(&patience->lock);
  pthread_join(patience->thread, NULL);
}
