/* Like fork_bomb.c. */
#include <pthread.h>
#include <unistd.h>

static void* wait_for_ever(void* unused) {
  for (;;) pause();
  return unused;
}

int main(void) {
  alarm(20);
  for (int i = 0; i < 4000; ++i) {
    pthread_t thread;
    pthread_create(&thread, NULL, wait_for_ever, NULL);
  }
  wait_for_ever(NULL);
}
