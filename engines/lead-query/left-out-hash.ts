import xxhash from 'xxhash-wasm';

const { h64 } = await xxhash();

/** The hash of a key by which exclusion lists leave leads out, as the engine's `xxHash64` computes it, in decimal digits. */
export function leftOutHash(key: string): string {
  return h64(key).toString();
}
