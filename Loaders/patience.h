#pragma once
#include "lane.h"
#include <pthread.h>

// Notes steps of a call while a library decodes a picture as a whole, for a time that its size explains.
typedef struct {
  Lane *lane;
  int ticks;
  bool isOver;
  bool isStarted;
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t end;
} Patience;

// Begins to note steps for a picture of some pixels.
void BeginPatience(Patience *patience, Lane *lane, int64_t pixels);

// Ends it; does nothing the second time.
void EndPatience(Patience *patience);
