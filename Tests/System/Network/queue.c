#include "queue.h"

#include <stdlib.h>
#include <string.h>

/* A binary heap: no parcel is later than the two below it. */
static struct parcel *heap[QUEUE_LIMIT];
static size_t count;
static uint64_t orders;

static int is_before(const struct parcel *one, const struct parcel *other) {
  return one->due != other->due ? one->due < other->due : one->order < other->order;
}

static void swap(size_t one, size_t other) {
  struct parcel *parcel = heap[one];
  heap[one] = heap[other];
  heap[other] = parcel;
}

int64_t queue_due(void) { return count > 0 ? heap[0]->due : INT64_MAX; }

int queue_add(const uint8_t *packet, size_t size, int side, int64_t due) {
  struct parcel *parcel = count < QUEUE_LIMIT ? malloc(sizeof *parcel + size) : NULL;
  if (parcel == NULL) return -1;
  *parcel = (struct parcel){.due = due, .order = orders++, .side = side, .size = size};
  memcpy(parcel->bytes, packet, size);
  size_t place = count++;
  heap[place] = parcel;
  for (; place > 0 && is_before(heap[place], heap[(place - 1) / 2]); place = (place - 1) / 2)
    swap(place, (place - 1) / 2);
  return 0;
}

struct parcel *queue_take(void) {
  struct parcel *first = heap[0];
  heap[0] = heap[--count];
  for (size_t place = 0;;) {
    size_t next = 2 * place + 1;
    if (next + 1 < count && is_before(heap[next + 1], heap[next])) next++;
    if (next >= count || !is_before(heap[next], heap[place])) return first;
    swap(place, next);
    place = next;
  }
}
