/**
 * The type of an image by its first bytes; null for anything else. SVG isn't accepted, since it can carry
 * scripts.
 */
export function imageType(bytes: Uint8Array): string | null {
  const starts = (...values: number[]) => values.every((value, at) => bytes[at] === value);
  const text = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length));
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return 'image/webp';
  if (starts(0, 0, 1, 0) && (bytes[4] ?? 0) > 0 && bytes.length > 22) return 'image/x-icon';
  if (text(4, 8) === 'ftypavif') return 'image/avif';
  return null;
}
