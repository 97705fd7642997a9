// Runs vector operations on the same random bytes on every machine and prints a line with a digest for each, which must
// be equal.
#include <CVector.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 128, ROUNDS = 200 };

// xorshift64*
static uint64_t state = 88172645463325252u;
static uint64_t next_random(void) {
  state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
  return state * 2685821657736338717u;
}
static void fill(void *memory, size_t bytes) {
  for (size_t index = 0; index < bytes; index++) ((uint8_t *)memory)[index] = (uint8_t)(next_random() >> 56);
}
static void fill_floats(float *values, size_t count, float least, float greatest) {
  for (size_t index = 0; index < count; index++)
    values[index] = least + (greatest - least) * (float)(next_random() >> 40) / (1 << 24);
}

static uint64_t digest;
static void add(const void *memory, size_t bytes) {
  for (size_t index = 0; index < bytes; index++) digest = (digest ^ ((const uint8_t *)memory)[index]) * 1099511628211u;
}
#define ADD(value) add(&(value), sizeof(value))

static uint8_t picture[SIDE * SIDE], more[SIDE * SIDE], result[SIDE * SIDE];
static int32_t whole[64], sums[64];
static uint16_t halves[64];
static float x[8], y[8], map[9], levels[8];
static const uint8_t *const middle = picture + SIDE * SIDE / 2 + SIDE / 2;

static void sample_grid(void) {
  fill_floats(x, 8, -2, 30), fill_floats(y, 8, -2, 30), fill_floats(map, 9, -4, 4);
  map[6] /= 400, map[7] /= 400;
  vec_sample_grid(picture, SIDE, SIDE, SIDE, 127, map, x, y, levels);
  ADD(levels);
}
static void block_levels(void) {
  const uint8_t *rows[8];
  for (int row = 0; row < 8; row++) rows[row] = picture + row * SIDE;
  vec_block_levels(rows, 32, result, result + 8, result + 16);
  add(result, 4), add(result + 8, 4), add(result + 16, 4);
}
static void finder_runs(void) {
  for (int index = 1; index < 64; index++) whole[index] = whole[index - 1] + (int32_t)(next_random() % 9) + 1;
  uint32_t found = vec_finder_runs(whole, whole + 1);
  ADD(found);
}
static void byte_pairs(void) {
  vec_store_byte_pairs(middle, sums);
  add(sums, 32);
}
static void patches(void) {
  vec_store_byte_pairs(middle, whole);
  memset(sums, 0, sizeof sums);
  vec_sum_pixels(whole, -1, sums, sums + 8);
  i32x8 all = vec_sum_across(sums + 8);
  add(sums, 64), ADD(all);
}
static void corners(void) {
  u8x32 scores = vec_corner_scores(middle, SIDE, 20);
  uint32_t peaks = vec_score_peaks(middle, SIDE);
  ADD(scores), ADD(peaks);
}
static void corner_tensor(void) {
  memset(sums, 0, sizeof sums);
  vec_corner_tensor(middle, SIDE, sums);
  add(sums, 12);
}
static void integral_row(void) {
  u32x8 last = vec_integral_row(middle, (const uint32_t *)more, (uint32_t *)result, (u32x8){1, 2, 3, 4, 5, 6, 7, 8});
  add(result, 32), ADD(last);
}
static void turned(void) {
  fill_floats(x, 8, -15, 15), fill_floats(y, 8, -15, 15);
  vec_turned_offsets(x, y, 0.8f, 0.6f, SIDE, sums);
  add(sums, 32);
}
static void hamming(void) {
  vec_hamming16((const uint64_t *)picture, (const uint64_t *)more, halves);
  add(halves, 32);
}
static void transpose(void) {
  vec_transpose(picture, SIDE, result, SIDE);
  for (int row = 0; row < 16; row++) add(result + row * SIDE, 16);
}
static void hashes(void) {
  u32x8 hash = vec_hash_step((u32x8){0}, (const uint32_t *)picture, (u32x8){0} + 16777619u);
  ADD(hash);
}
static void rgb(void) {
  vec_store_rgb_of_rgbx(result, vec_load32(middle));
  add(result, 24);
}
static void roots(void) {
  fill_floats(x, 8, 0, 1e6f);
  f32x8 roots = vec_sqrt_f32(vec_load_f32x8(x));
  ADD(roots);
}

static const struct {
  const char *name;
  void (*run)(void);
} operations[] = {{"sample_grid", sample_grid}, {"block_levels", block_levels},   {"finder_runs", finder_runs},
                  {"byte_pairs", byte_pairs},   {"patches", patches},             {"corners", corners},
                  {"integral_row", integral_row}, {"corner_tensor", corner_tensor}, {"turned", turned},
                  {"hamming", hamming},         {"transpose", transpose},         {"hashes", hashes},
                  {"rgb", rgb},                 {"roots", roots}};

int main(void) {
  for (size_t index = 0; index < sizeof operations / sizeof operations[0]; index++) {
    digest = 14695981039346656037u;
    for (int round = 0; round < ROUNDS; round++) {
      fill(picture, sizeof picture);
      fill(more, sizeof more);
      operations[index].run();
    }
    printf("%s %016llx\n", operations[index].name, (unsigned long long)digest);
  }
  return 0;
}
