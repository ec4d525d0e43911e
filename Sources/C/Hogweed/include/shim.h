// P-256 of Nettle with keys as bytes: its own functions take numbers of GMP, whose types are macros that
// Swift does not import. Each function returns 0 for a key that is not one.
#include <nettle/bignum.h>
#include <nettle/dsa.h>
#include <nettle/ecc-curve.h>
#include <nettle/ecc.h>
#include <nettle/ecdsa.h>
#include <nettle/eddsa.h>
#include <nettle/gcm.h>
#include <nettle/hkdf.h>
#include <nettle/hmac.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

static inline void recto_p256_random(void *context, size_t length, uint8_t *bytes) {
  (void)context;
  while (length > 0) {
    ssize_t got = getrandom(bytes, length > 256 ? 256 : length, 0);
    if (got < 0) continue;
    bytes += got;
    length -= (size_t)got;
  }
}

static inline int recto_p256_scalar(struct ecc_scalar *scalar, const uint8_t bytes[32]) {
  mpz_t number;
  nettle_mpz_init_set_str_256_u(number, 32, bytes);
  ecc_scalar_init(scalar, nettle_get_secp_256r1());
  int is_good = ecc_scalar_set(scalar, number);
  mpz_clear(number);
  return is_good;
}

// A point in the uncompressed form of SEC 1, 2.3.4; refused unless it is on the curve.
static inline int recto_p256_point(struct ecc_point *point, const uint8_t bytes[65]) {
  mpz_t x, y;
  nettle_mpz_init_set_str_256_u(x, 32, bytes + 1);
  nettle_mpz_init_set_str_256_u(y, 32, bytes + 33);
  ecc_point_init(point, nettle_get_secp_256r1());
  int is_good = bytes[0] == 4 && ecc_point_set(point, x, y);
  mpz_clear(x);
  mpz_clear(y);
  return is_good;
}

static inline void recto_p256_write(const struct ecc_point *point, uint8_t bytes[65]) {
  mpz_t x, y;
  mpz_init(x);
  mpz_init(y);
  ecc_point_get(point, x, y);
  bytes[0] = 4;
  nettle_mpz_get_str_256(32, bytes + 1, x);
  nettle_mpz_get_str_256(32, bytes + 33, y);
  mpz_clear(x);
  mpz_clear(y);
}

// A new private key. Calls ecc_scalar_random.
static inline void recto_p256_make(uint8_t key[32]) {
  struct ecc_scalar scalar;
  mpz_t number;
  mpz_init(number);
  ecc_scalar_init(&scalar, nettle_get_secp_256r1());
  ecc_scalar_random(&scalar, NULL, recto_p256_random);
  ecc_scalar_get(&scalar, number);
  nettle_mpz_get_str_256(32, key, number);
  mpz_clear(number);
  ecc_scalar_clear(&scalar);
}

// The public key of a private one. Calls ecc_point_mul_g.
static inline int recto_p256_public(const uint8_t key[32], uint8_t public_key[65]) {
  struct ecc_scalar scalar;
  int is_good = recto_p256_scalar(&scalar, key);
  if (is_good) {
    struct ecc_point point;
    ecc_point_init(&point, nettle_get_secp_256r1());
    ecc_point_mul_g(&point, &scalar);
    recto_p256_write(&point, public_key);
    ecc_point_clear(&point);
  }
  ecc_scalar_clear(&scalar);
  return is_good;
}

// The secret that two keys share (SEC 1, 3.3.1). Calls ecc_point_mul.
static inline int recto_p256_secret(
    const uint8_t key[32], const uint8_t public_key[65], uint8_t secret[32]) {
  struct ecc_scalar scalar;
  struct ecc_point point;
  int is_key = recto_p256_scalar(&scalar, key);
  int is_point = recto_p256_point(&point, public_key);
  if (is_key && is_point) {
    uint8_t bytes[65];
    struct ecc_point product;
    ecc_point_init(&product, nettle_get_secp_256r1());
    ecc_point_mul(&product, &scalar, &point);
    recto_p256_write(&product, bytes);
    for (int index = 0; index < 32; index++) secret[index] = bytes[1 + index];
    ecc_point_clear(&product);
  }
  ecc_point_clear(&point);
  ecc_scalar_clear(&scalar);
  return is_key && is_point;
}

// Signs a SHA-256 digest: r and s, as JWS has them (RFC 7518, 3.4). Calls ecdsa_sign.
static inline int recto_p256_sign(
    const uint8_t key[32], const uint8_t digest[32], uint8_t signature[64]) {
  struct ecc_scalar scalar;
  int is_good = recto_p256_scalar(&scalar, key);
  if (is_good) {
    struct dsa_signature parts;
    dsa_signature_init(&parts);
    ecdsa_sign(&scalar, NULL, recto_p256_random, 32, digest, &parts);
    nettle_mpz_get_str_256(32, signature, parts.r);
    nettle_mpz_get_str_256(32, signature + 32, parts.s);
    dsa_signature_clear(&parts);
  }
  ecc_scalar_clear(&scalar);
  return is_good;
}

// Calls ecdsa_verify.
static inline int recto_p256_verify(
    const uint8_t public_key[65], const uint8_t digest[32], const uint8_t signature[64]) {
  struct ecc_point point;
  int is_good = recto_p256_point(&point, public_key);
  if (is_good) {
    struct dsa_signature parts;
    dsa_signature_init(&parts);
    nettle_mpz_set_str_256_u(parts.r, 32, signature);
    nettle_mpz_set_str_256_u(parts.s, 32, signature + 32);
    is_good = ecdsa_verify(&point, 32, digest, &parts);
    dsa_signature_clear(&parts);
  }
  ecc_point_clear(&point);
  return is_good;
}

// HMAC-SHA-256, which is also HKDF's extraction (RFC 5869, 2.2).
static inline void recto_hmac(
    size_t key_length, const uint8_t *key, size_t length, const uint8_t *bytes, uint8_t digest[32]) {
  struct hmac_sha256_ctx context;
  hmac_sha256_set_key(&context, key_length, key);
  hmac_sha256_update(&context, length, bytes);
  hmac_sha256_digest(&context, 32, digest);
}

// HKDF's expansion with SHA-256 (RFC 5869, 2.3). Calls hkdf_expand.
static inline void recto_hkdf_expand(
    const uint8_t key[32], size_t info_length, const uint8_t *info, size_t length, uint8_t *bytes) {
  struct hmac_sha256_ctx context;
  hmac_sha256_set_key(&context, 32, key);
  hkdf_expand(&context, (nettle_hash_update_func *)hmac_sha256_update,
              (nettle_hash_digest_func *)hmac_sha256_digest, 32, info_length, info, length, bytes);
}

// AES-128-GCM without further data: the text encrypted, and its tag behind it.
static inline void recto_gcm_encrypt(
    const uint8_t key[16], const uint8_t nonce[12], size_t length, const uint8_t *text, uint8_t *sealed) {
  struct gcm_aes128_ctx context;
  gcm_aes128_set_key(&context, key);
  gcm_aes128_set_iv(&context, 12, nonce);
  gcm_aes128_encrypt(&context, length, sealed, text);
  gcm_aes128_digest(&context, 16, sealed + length);
}

// Returns 0 where the tag is another one. Takes the tag among the bytes.
static inline int recto_gcm_decrypt(
    const uint8_t key[16], const uint8_t nonce[12], size_t length, const uint8_t *sealed, uint8_t *text) {
  if (length < 16) return 0;
  uint8_t tag[16], other = 0;
  struct gcm_aes128_ctx context;
  gcm_aes128_set_key(&context, key);
  gcm_aes128_set_iv(&context, 12, nonce);
  gcm_aes128_decrypt(&context, length - 16, text, sealed);
  gcm_aes128_digest(&context, 16, tag);
  for (int index = 0; index < 16; index++) other |= tag[index] ^ sealed[length - 16 + index];
  return other == 0;
}
