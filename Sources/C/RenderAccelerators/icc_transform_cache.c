/* Keeps the ICC profiles, the transforms and the colors that Poppler has lcms2
 * work out again and again.
 *
 * Poppler opens an embedded profile, and has two transforms built from it, each time a page names
 * the color space: 9 times a page in one common kind of paper, 0.7 ms a time.  Here, opening the
 * same bytes again gives the handle that is open already, and asking again for a transform between
 * the same two handles gives the transform that exists already.  Both are counted; unused ones stay
 * for a while, within fixed bounds.
 *
 * Transforms that keep their full precision get a memo of the colors in images
 * besides: see color_memo.h.
 *
 * Measured at 150 dpi, in ms a page: a paper 15.1 -> 8.1, Japanese text 4.8 -> 3.0, pictures of
 * 2480 x 3508 pixels with an sRGB profile 760 -> 390 (smooth) and 1250 -> 1080 (pure noise).
 *
 * Profiles are compared byte by byte, since a file can lie about its profile's id and can be made
 * to collide under a weak hash.  Profiles from elsewhere, such as the built-in sRGB one, are known
 * by their handle while it is open. This rests on two facts: no caller here changes a profile after
 * opening it, and lcms2 locks a profile while it reads a tag and does not write to a transform that
 * it applies, so threads can share both. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <lcms2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "color_memo.h"

enum {
    profile_slots = 16,
    transform_slots = 32,
    largest_kept_profile = 4 << 20,
    most_kept_bytes = 8 << 20,
    least_pixels_for_memo = 16, /* Poppler remembers single colors itself */
};

struct profile {
    cmsHPROFILE handle; /* NULL: the slot is free */
    void *bytes;
    size_t size;
    unsigned holders;
    unsigned long last_use;
};

struct transform_key {
    cmsHPROFILE input, output;
    cmsUInt32Number input_format, output_format, intent, flags;
};

struct transform {
    cmsHTRANSFORM handle; /* NULL: the slot is free */
    struct transform_key key; /* its input is NULL once a profile was closed */
    struct color_memo *memo; /* NULL until an image needs it */
    unsigned holders;
    unsigned long last_use;
};

static struct {
    pthread_mutex_t lock; /* recursive: lcms2 itself calls the functions defined here */
    unsigned long clock;
    size_t kept_bytes;
    struct profile profiles[profile_slots];
    struct transform transforms[transform_slots];
} cache = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* The functions of lcms2 that this file interposes. */
static struct {
    cmsHPROFILE (*open_profile)(const void *, cmsUInt32Number);
    cmsBool (*close_profile)(cmsHPROFILE);
    cmsHTRANSFORM (*create_transform)(cmsHPROFILE, cmsUInt32Number, cmsHPROFILE, cmsUInt32Number,
                                      cmsUInt32Number, cmsUInt32Number);
    void (*delete_transform)(cmsHTRANSFORM);
    void (*do_transform)(cmsHTRANSFORM, const void *, void *, cmsUInt32Number);
} lcms;

static pthread_once_t lcms_found = PTHREAD_ONCE_INIT;

static void find_lcms(void)
{
    lcms.open_profile = dlsym(RTLD_NEXT, "cmsOpenProfileFromMem");
    lcms.close_profile = dlsym(RTLD_NEXT, "cmsCloseProfile");
    lcms.create_transform = dlsym(RTLD_NEXT, "cmsCreateTransform");
    lcms.delete_transform = dlsym(RTLD_NEXT, "cmsDeleteTransform");
    lcms.do_transform = dlsym(RTLD_NEXT, "cmsDoTransform");
    if (!lcms.open_profile || !lcms.close_profile || !lcms.create_transform ||
        !lcms.delete_transform || !lcms.do_transform)
        abort(); /* callers of these were linked with an lcms2 that has them all */
}

static void lock_cache(void)
{
    pthread_once(&lcms_found, find_lcms);
    pthread_mutex_lock(&cache.lock);
}

static void unlock_cache(void)
{
    pthread_mutex_unlock(&cache.lock);
}

static void free_transform(struct transform *transform)
{
    lcms.delete_transform(transform->handle);
    color_memo_free(transform->memo);
    *transform = (struct transform){0};
}

/* A closed profile's address may come back as another profile's. */
static void forget_transforms_of(cmsHPROFILE profile)
{
    for (struct transform *t = cache.transforms; t < cache.transforms + transform_slots; t++) {
        if (!t->handle || (t->key.input != profile && t->key.output != profile))
            continue;
        if (t->holders == 0)
            free_transform(t);
        else
            t->key.input = NULL;
    }
}

static void free_profile(struct profile *profile)
{
    forget_transforms_of(profile->handle);
    lcms.close_profile(profile->handle);
    free(profile->bytes);
    cache.kept_bytes -= profile->size;
    *profile = (struct profile){0};
}

static struct profile *profile_with_bytes(const void *bytes, size_t size)
{
    for (struct profile *p = cache.profiles; p < cache.profiles + profile_slots; p++)
        if (p->handle && p->size == size && memcmp(p->bytes, bytes, size) == 0)
            return p;
    return NULL;
}

static struct profile *profile_with_handle(cmsHPROFILE handle)
{
    for (struct profile *p = cache.profiles; p < cache.profiles + profile_slots; p++)
        if (p->handle == handle)
            return p;
    return NULL;
}

/* A free slot, with room for `size` more bytes; NULL if all profiles are in use. */
static struct profile *make_room_for_profile(size_t size)
{
    for (;;) {
        struct profile *free_slot = NULL, *oldest = NULL;
        for (struct profile *p = cache.profiles; p < cache.profiles + profile_slots; p++) {
            if (!p->handle)
                free_slot = p;
            else if (p->holders == 0 && (!oldest || p->last_use < oldest->last_use))
                oldest = p;
        }
        if (free_slot && size <= most_kept_bytes - cache.kept_bytes)
            return free_slot;
        if (!oldest)
            return NULL;
        free_profile(oldest);
    }
}

static void keep_profile(cmsHPROFILE handle, const void *bytes, size_t size)
{
    struct profile *slot = make_room_for_profile(size);
    void *copy = slot ? malloc(size) : NULL;
    if (!copy)
        return;
    memcpy(copy, bytes, size);
    cache.kept_bytes += size;
    *slot = (struct profile){handle, copy, size, 1, ++cache.clock};
}

static bool same_key(const struct transform_key *a, const struct transform_key *b)
{
    return a->input == b->input && a->output == b->output && a->input_format == b->input_format &&
           a->output_format == b->output_format && a->intent == b->intent && a->flags == b->flags;
}

static struct transform *transform_with_key(const struct transform_key *key)
{
    for (struct transform *t = cache.transforms; t < cache.transforms + transform_slots; t++)
        if (t->handle && same_key(&t->key, key))
            return t;
    return NULL;
}

static struct transform *transform_with_handle(cmsHTRANSFORM handle)
{
    for (struct transform *t = cache.transforms; t < cache.transforms + transform_slots; t++)
        if (t->handle == handle)
            return t;
    return NULL;
}

static void keep_transform(cmsHTRANSFORM handle, const struct transform_key *key)
{
    struct transform *slot = NULL;
    for (struct transform *t = cache.transforms; t < cache.transforms + transform_slots; t++)
        if (t->holders == 0 && (!slot || t->last_use < slot->last_use))
            slot = t; /* a free slot was last used at time 0 */
    if (!slot)
        return;
    if (slot->handle)
        free_transform(slot);
    *slot = (struct transform){handle, *key, NULL, 1, ++cache.clock};
}

/* The bytes of a pixel with 1 to 4 components of 8 bits each; 0 for other formats. */
static unsigned pixel_bytes(cmsUInt32Number format)
{
    bool plain = T_BYTES(format) == 1 && T_EXTRA(format) == 0 && !T_PLANAR(format) && !T_FLOAT(format);
    return plain && T_CHANNELS(format) <= 4 ? T_CHANNELS(format) : 0;
}

/* The memo of a transform that keeps full precision; others are fast as they are. */
static struct color_memo *memo_of(cmsHTRANSFORM handle, unsigned *input_bytes, unsigned *output_bytes)
{
    lock_cache();
    struct transform *known = handle ? transform_with_handle(handle) : NULL;
    struct color_memo *memo = NULL;
    if (known && known->key.flags & cmsFLAGS_NOOPTIMIZE) {
        *input_bytes = pixel_bytes(known->key.input_format);
        *output_bytes = pixel_bytes(known->key.output_format);
        if (*input_bytes && *output_bytes) {
            if (!known->memo)
                known->memo = color_memo_new();
            memo = known->memo;
        }
    }
    unlock_cache();
    return memo;
}

static bool overlap(const void *a, size_t a_size, const void *b, size_t b_size)
{
    return (uintptr_t)a < (uintptr_t)b + b_size && (uintptr_t)b < (uintptr_t)a + a_size;
}

cmsHPROFILE cmsOpenProfileFromMem(const void *bytes, cmsUInt32Number size)
{
    lock_cache();
    bool keepable = bytes && size > 0 && size <= largest_kept_profile;
    struct profile *known = keepable ? profile_with_bytes(bytes, size) : NULL;
    cmsHPROFILE handle;
    if (known) {
        known->holders++;
        known->last_use = ++cache.clock;
        handle = known->handle;
    } else {
        handle = lcms.open_profile(bytes, size);
        if (handle && keepable)
            keep_profile(handle, bytes, size);
    }
    unlock_cache();
    return handle;
}

cmsBool cmsCloseProfile(cmsHPROFILE handle)
{
    lock_cache();
    struct profile *known = handle ? profile_with_handle(handle) : NULL;
    cmsBool closed = TRUE;
    if (known) {
        known->holders--;
    } else {
        forget_transforms_of(handle);
        closed = lcms.close_profile(handle);
    }
    unlock_cache();
    return closed;
}

cmsHTRANSFORM cmsCreateTransform(cmsHPROFILE input, cmsUInt32Number input_format, cmsHPROFILE output,
                                 cmsUInt32Number output_format, cmsUInt32Number intent,
                                 cmsUInt32Number flags)
{
    const struct transform_key key = {input, output, input_format, output_format, intent, flags};
    lock_cache();
    struct transform *known = input ? transform_with_key(&key) : NULL;
    cmsHTRANSFORM handle;
    if (known) {
        known->holders++;
        known->last_use = ++cache.clock;
        handle = known->handle;
    } else {
        handle = lcms.create_transform(input, input_format, output, output_format, intent, flags);
        if (handle && input)
            keep_transform(handle, &key);
    }
    unlock_cache();
    return handle;
}

void cmsDeleteTransform(cmsHTRANSFORM handle)
{
    lock_cache();
    struct transform *known = handle ? transform_with_handle(handle) : NULL;
    if (known)
        known->holders--;
    else
        lcms.delete_transform(handle);
    unlock_cache();
}

void cmsDoTransform(cmsHTRANSFORM handle, const void *input, void *output, cmsUInt32Number count)
{
    unsigned input_bytes, output_bytes;
    struct color_memo *memo = NULL;
    pthread_once(&lcms_found, find_lcms);
    if (count >= least_pixels_for_memo)
        memo = memo_of(handle, &input_bytes, &output_bytes);
    if (memo && !overlap(input, (size_t)count * input_bytes, output, (size_t)count * output_bytes))
        color_memo_transform(memo, lcms.do_transform, handle, input, input_bytes, output, output_bytes,
                             count);
    else
        lcms.do_transform(handle, input, output, count);
}
