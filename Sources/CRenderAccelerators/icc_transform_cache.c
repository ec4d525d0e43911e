/* Keeps the ICC profiles and transforms that Poppler builds again and again.
 *
 * Poppler opens an embedded profile, and has lcms2 build two transforms to the
 * screen's colours from it, each time a page names the colour space: 9 times a
 * page in a common kind of paper.  The work is always the same, 0.7 ms a time.
 * Here, opening the same bytes again gives the handle that is open already, and
 * asking again for a transform between the same two handles gives the transform
 * that exists already.  Both are counted; the ones nobody holds stay for a
 * while, within fixed bounds.
 *
 * Measured at 150 dpi: a paper 14.9 -> 8.7 ms a page, Japanese text 4.9 -> 3.2.
 *
 * Profiles are compared byte by byte, since a file can lie about its profile's
 * id and can be made to collide under a weak hash.  Profiles from elsewhere,
 * such as the built-in sRGB one, are known by their handle while it is open.
 * This rests on two facts: nobody here changes a profile after opening it, and
 * lcms2 (since 2.4) lets threads share profiles and transforms. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <lcms2.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    profile_slots = 16,
    transform_slots = 32,
    largest_kept_profile = 4 << 20,
    most_kept_bytes = 8 << 20,
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
    unsigned holders;
    unsigned long last_use;
};

static struct {
    pthread_mutex_t lock; /* recursive: lcms2 itself calls what is defined here */
    unsigned long clock;
    size_t kept_bytes;
    struct profile profiles[profile_slots];
    struct transform transforms[transform_slots];
} cache = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/* The functions of lcms2 that the ones here stand in front of. */
static struct {
    cmsHPROFILE (*open_profile)(const void *, cmsUInt32Number);
    cmsBool (*close_profile)(cmsHPROFILE);
    cmsHTRANSFORM (*create_transform)(cmsHPROFILE, cmsUInt32Number, cmsHPROFILE, cmsUInt32Number,
                                      cmsUInt32Number, cmsUInt32Number);
    void (*delete_transform)(cmsHTRANSFORM);
} lcms;

static pthread_once_t lcms_found = PTHREAD_ONCE_INIT;

static void find_lcms(void)
{
    lcms.open_profile = dlsym(RTLD_NEXT, "cmsOpenProfileFromMem");
    lcms.close_profile = dlsym(RTLD_NEXT, "cmsCloseProfile");
    lcms.create_transform = dlsym(RTLD_NEXT, "cmsCreateTransform");
    lcms.delete_transform = dlsym(RTLD_NEXT, "cmsDeleteTransform");
    if (!lcms.open_profile || !lcms.close_profile || !lcms.create_transform || !lcms.delete_transform)
        abort(); /* whoever calls these was linked with an lcms2 that has all four */
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

/* A free slot, with room for `size` more bytes; NULL when what is there is held. */
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
    *slot = (struct transform){handle, *key, 1, ++cache.clock};
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
