type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

/** The array, or a larger copy if it has no room for `length` values. */
export function withRoom<T extends Numbers>(array: T, length: number): T {
  if (length <= array.length) return array;
  return resized(array, Math.max(length, Math.ceil(array.length * 1.25), 256));
}

/** A copy of another length. Values beyond the old one are 0. */
export function resized<T extends Numbers>(array: T, length: number): T {
  const copy = new (array.constructor as new (length: number) => T)(length);
  copy.set(length < array.length ? array.subarray(0, length) : array);
  return copy;
}

/** The array, or a smaller copy if more than an eighth of it is free. */
export function trimmed<T extends Numbers>(array: T, length: number): T {
  return array.length - length > array.length / 8 ? resized(array, length) : array;
}
