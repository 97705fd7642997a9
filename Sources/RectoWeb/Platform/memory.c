// The module's memory: malloc and related functions, and copies.
//
// Blocks of up to 16 KiB belong to size classes, four per doubling, and are cut from chunks; a freed block goes to the
// list of its class. Larger blocks are spans: the best fitting free one is cut, and neighbors are joined when they are
// freed. So each frame of a stream reuses the same memory.
#include <stddef.h>
#include <stdint.h>

#include "recto_web.h"

typedef struct span {
  size_t bytes;
  struct span *next;
} span;

// Header before each block. An aligned block may begin some bytes after the start of its allocation.
typedef struct {
  uint32_t class_or_bytes;
  uint32_t shift;
  uint64_t unused;
} header;

typedef struct free_block {
  struct free_block *next;
} free_block;

enum { GRAIN = 16, PAGE = 65536, CHUNK = 65536, LARGEST_CLASS = 16384, CLASSES = 48, LIMIT = 1 << 30 };

extern unsigned char __heap_base;
static span *spans;  // Free ones, by address.
static free_block *classes[CLASSES];
static uintptr_t end;

static size_t round_up(size_t n, size_t unit) { return (n + unit - 1) / unit * unit; }

// Sizes 16, 32, 48, 64, then four per doubling.
static uint32_t class_of(size_t bytes) {
  if (bytes <= 64) return (uint32_t)((bytes + 15) / 16 - 1);
  uint32_t high = 31 - (uint32_t)__builtin_clz((uint32_t)(bytes - 1));
  return 4 * (high - 6) + 4 + (uint32_t)((bytes - 1) >> (high - 2) & 3);
}

static size_t class_bytes(uint32_t class) {
  if (class < 4) return 16 * (class + 1);
  uint32_t high = (class - 4) / 4 + 6;
  return ((size_t)5 + (class - 4) % 4) << (high - 2);
}

static void give_span(span *freed) {
  span **place = &spans;
  while (*place && *place < freed) place = &(*place)->next;
  freed->next = *place;
  *place = freed;
  if (freed->next && (char *)freed + freed->bytes == (char *)freed->next) {
    freed->bytes += freed->next->bytes;
    freed->next = freed->next->next;
  }
  if (place != &spans) {
    span *before = (span *)((char *)place - offsetof(span, next));
    if ((char *)before + before->bytes == (char *)freed) {
      before->bytes += freed->bytes;
      before->next = freed->next;
    }
  }
}

static void *take_span(size_t bytes) {
  for (int attempt = 0; attempt < 2; attempt++) {
    span **best = NULL;
    for (span **place = &spans; *place; place = &(*place)->next)
      if ((*place)->bytes >= bytes && (!best || (*place)->bytes < (*best)->bytes)) best = place;
    if (best) {
      span *taken = *best;
      if (taken->bytes - bytes >= 4096) {
        span *rest = (span *)((char *)taken + bytes);
        rest->bytes = taken->bytes - bytes;
        rest->next = taken->next;
        *best = rest;
        taken->bytes = bytes;
      } else {
        *best = taken->next;
      }
      return taken;
    }
    uintptr_t start = end ? end : round_up((uintptr_t)&__heap_base, GRAIN);
    uintptr_t limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
    // The free span at the end grows.
    size_t known = limit - start;
    if (known < bytes) {
      size_t pages = round_up(bytes - known, PAGE) / PAGE;
      if (__builtin_wasm_memory_grow(0, pages) == (size_t)-1) return NULL;
      limit += pages * PAGE;
    }
    end = limit;
    span *grown = (span *)start;
    grown->bytes = limit - start;
    give_span(grown);
  }
  return NULL;
}

// The start of at least the given number of bytes, and their class or count.
static void *take(size_t bytes, uint32_t *class_or_bytes) {
  if (bytes > LARGEST_CLASS) {
    size_t whole = round_up(bytes, 4096);
    span *taken = whole < bytes ? NULL : take_span(whole);
    if (taken) *class_or_bytes = (uint32_t)taken->bytes;
    return taken;
  }
  uint32_t class = class_of(bytes);
  if (!classes[class]) {
    char *chunk = take_span(CHUNK);
    if (!chunk) return NULL;
    size_t size = class_bytes(class);
    for (size_t i = 0; (i + 1) * size <= CHUNK; i++) {
      free_block *block = (free_block *)(chunk + i * size);
      block->next = classes[class];
      classes[class] = block;
    }
  }
  free_block *block = classes[class];
  classes[class] = block->next;
  *class_or_bytes = class;
  return block;
}

static void *allocate(size_t bytes, size_t alignment) {
  size_t extra = alignment > GRAIN ? alignment : 0;
  size_t whole = bytes + sizeof(header) + extra;
  if (whole < bytes || whole > INT32_MAX) return NULL;
  uint32_t class_or_bytes;
  char *start = take(whole, &class_or_bytes);
  if (!start) return NULL;
  char *block = start + sizeof(header);
  if (extra) block = (char *)round_up((uintptr_t)block, alignment);
  header *before = (header *)block - 1;
  before->class_or_bytes = class_or_bytes;
  before->shift = (uint32_t)((char *)before - start);
  return block;
}

void free(void *block) {
  if (!block) return;
  header *before = (header *)block - 1;
  uint32_t class_or_bytes = before->class_or_bytes;
  char *start = (char *)before - before->shift;
  if (class_or_bytes < CLASSES) {
    ((free_block *)start)->next = classes[class_or_bytes];
    classes[class_or_bytes] = (free_block *)start;
  } else {
    ((span *)start)->bytes = class_or_bytes;
    give_span((span *)start);
  }
}

// Swift writes to its allocations without a check, so the call must end here if memory is exhausted.
static void *or_trap(void *block) {
  if (!block) __builtin_trap();
  return block;
}

void *malloc(size_t bytes) { return or_trap(allocate(bytes, GRAIN)); }
void *aligned_alloc(size_t alignment, size_t bytes) { return or_trap(allocate(bytes, alignment)); }
int posix_memalign(void **block, size_t alignment, size_t bytes) {
  *block = or_trap(allocate(bytes, alignment));
  return 0;
}

void *recto_web_allocate(size_t bytes) { return allocate(bytes, GRAIN); }
void recto_web_free(void *memory) { free(memory); }

// A picture is stored once as received and once for the page, and up to three more times to render the page. Each copy
// must be contiguous.
int32_t recto_web_has_room(size_t bytes) {
  static size_t largest;
  size_t needed = bytes > largest ? bytes : largest, blocks = 0;
  uintptr_t limit = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  size_t behind = LIMIT - limit;
  for (span *each = spans; each; each = each->next) {
    if ((uintptr_t)each + each->bytes == limit) behind += each->bytes;
    else blocks += each->bytes / (needed + PAGE);
  }
  if (blocks + behind / (needed + PAGE) < 5) return 0;
  largest = needed;
  return 1;
}

// With bulk memory operations these are single instructions.
void *memcpy(void *restrict to, const void *restrict from, size_t n) { return __builtin_memcpy(to, from, n); }
void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
void *memset(void *to, int value, size_t n) { return __builtin_memset(to, value, n); }

int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (size_t i = 0; i < n; i++)
    if (p[i] != q[i]) return p[i] - q[i];
  return 0;
}

size_t strlen(const char *text) {
  size_t n = 0;
  while (text[n]) n++;
  return n;
}

int strcmp(const char *a, const char *b) {
  while (*a && *a == *b) a++, b++;
  return (unsigned char)*a - (unsigned char)*b;
}
