// Random numbers are the same ones in every document, whatever else its process has shown.

// Marsaglia's xorshift with 32 bits.
let state = 0x2545F491;
Math.random = () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 4294967296;
};
const random = Math.random;
Crypto.prototype.getRandomValues = array => {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let index = 0; index < bytes.length; index++) bytes[index] = random() * 256;
  return array;
};
// RFC 9562, 5.4.
Crypto.prototype.randomUUID = () => "10000000-1000-4000-8000-100000000000".replace(
  /[018]/g, digit => (digit ^ random() * 16 >> digit / 4).toString(16));
