#include "color_memo.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    memo_bits = 18,
    longest_run = 64,
};

/* In each entry a color in the high half, and what became of it in the low one.  One
 * word holds both, so threads need no lock to share them. */
struct color_memo {
    _Atomic uint64_t entries[1 << memo_bits];
};

static size_t index_of(uint32_t color)
{
    return (uint32_t)(color * UINT32_C(0x9E3779B1)) >> (32 - memo_bits);
}

/* A memo of zeroes says that color 0 becomes 0, and says it where color 0 belongs.
 * Color 1, which does not belong there, has to take that place. */
struct color_memo *color_memo_new(void)
{
    struct color_memo *memo = calloc(1, sizeof *memo);
    if (memo)
        memo->entries[index_of(0)] = UINT64_C(1) << 32;
    return memo;
}

void color_memo_free(struct color_memo *memo)
{
    free(memo);
}

static bool knows(struct color_memo *memo, uint32_t color, uint32_t *result)
{
    uint64_t entry = atomic_load_explicit(&memo->entries[index_of(color)], memory_order_relaxed);
    *result = (uint32_t)entry;
    return entry >> 32 == color;
}

static void note(struct color_memo *memo, uint32_t color, uint32_t result)
{
    atomic_store_explicit(&memo->entries[index_of(color)], (uint64_t)color << 32 | result,
                          memory_order_relaxed);
}

static uint32_t get_pixel(const uint8_t *bytes, unsigned count)
{
    uint32_t pixel = 0;
    for (unsigned i = 0; i < count; i++)
        pixel |= (uint32_t)bytes[i] << 8 * i;
    return pixel;
}

static void put_pixel(uint8_t *bytes, unsigned count, uint32_t pixel)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(pixel >> 8 * i);
}

void color_memo_transform(struct color_memo *memo, color_transform transform, cmsHTRANSFORM handle,
                          const uint8_t *input, unsigned input_bytes, uint8_t *output,
                          unsigned output_bytes, size_t count)
{
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t result;
        end = i;
        while (end < count && end - i < longest_run &&
               !knows(memo, get_pixel(input + end * input_bytes, input_bytes), &result))
            end++;
        if (end > i)
            transform(handle, input + i * input_bytes, output + i * output_bytes,
                      (cmsUInt32Number)(end - i));
        for (; i < end; i++)
            note(memo, get_pixel(input + i * input_bytes, input_bytes),
                 get_pixel(output + i * output_bytes, output_bytes));
        for (; end < count && knows(memo, get_pixel(input + end * input_bytes, input_bytes), &result);
             end++)
            put_pixel(output + end * output_bytes, output_bytes, result);
    }
}
