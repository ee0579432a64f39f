/**
 * The type of an image by its first bytes; null for anything else. SVG isn't accepted, since it can carry
 * scripts.
 */
export function imageType(bytes: Uint8Array): string | null {
  const starts = (...values: number[]) => values.every((value, index) => bytes[index] === value);
  const text = (from: number, length: number) => String.fromCharCode(...bytes.subarray(from, from + length));
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a') return 'image/gif';
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return 'image/webp';
  if (starts(0, 0, 1, 0) && (bytes[4] ?? 0) > 0 && bytes.length > 22) return 'image/x-icon';
  if (text(4, 8) === 'ftypavif') return 'image/avif';
  return null;
}

/** Width and height in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ICON_ENTRY_BYTES = 16;
const MAX_ICON_IMAGES = 50;

/**
 * The size that an image declares, without decoding it: of all its images the widest and the highest. A browser
 * reserves memory for it, however few bytes it has. Null if the bytes don't say. `type` is from `imageType`.
 */
export function imageSize(bytes: Uint8Array, type: string): ImageSize | null {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case 'image/png':
        return pngSize(data);
      case 'image/gif':
        return { width: data.getUint16(6, true), height: data.getUint16(8, true) };
      case 'image/jpeg':
        return jpegSize(data);
      case 'image/webp':
        return webpSize(data);
      case 'image/x-icon':
        return iconSize(data);
      case 'image/avif':
        return avifSize(data);
      default:
        return null;
    }
  } catch (error) {
    // Cut off before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** RFC 2083 §11.2.1: IHDR is the first chunk. */
function pngSize(data: DataView, index = 0): ImageSize {
  return { width: data.getUint32(index + 16), height: data.getUint32(index + 20) };
}

/** ITU-T T.81 Annex B: the frame header is a segment SOF0 to SOF15, without DHT, JPG and DAC. */
function jpegSize(data: DataView): ImageSize | null {
  for (let index = 2; ; ) {
    if (data.getUint8(index) !== 0xff) return null;
    const marker = data.getUint8(index + 1);
    if (marker === 0xff) {
      index += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: data.getUint16(index + 7), height: data.getUint16(index + 5) };
    index += 2 + data.getUint16(index + 2);
  }
}

/** RFC 9649 §2.5 to §2.7. */
function webpSize(data: DataView): ImageSize | null {
  const kind = data.getUint32(12);
  if (kind === 0x56503820)
    return { width: data.getUint16(26, true) & 0x3fff, height: data.getUint16(28, true) & 0x3fff };
  if (kind === 0x5650384c) {
    const bits = data.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 0x56503858) return null;
  const uint24 = (index: number) => data.getUint16(index, true) + data.getUint8(index + 2) * 0x10000;
  return { width: uint24(24) + 1, height: uint24(27) + 1 };
}

/** The directory says at most 256 pixels, so the images inside count: PNG files or bitmaps of twice the height. */
function iconSize(data: DataView): ImageSize | null {
  const images = data.getUint16(4, true);
  if (images > MAX_ICON_IMAGES) return null;
  return largest(
    Array.from({ length: images }, (_, image) => {
      const position = data.getUint32(6 + image * ICON_ENTRY_BYTES + 12, true);
      if (PNG_START.every((byte, index) => data.getUint8(position + index) === byte))
        return pngSize(data, position);
      return {
        width: Math.abs(data.getInt32(position + 4, true)),
        height: Math.abs(data.getInt32(position + 8, true)) / 2,
      };
    }),
  );
}

/** ISO/IEC 23008-12 §6.5.3: the images have their sizes in `ispe` boxes. */
function avifSize(data: DataView): ImageSize | null {
  const sizes: ImageSize[] = [];
  for (let index = 8; index + 16 <= data.byteLength; index += 1)
    if (data.getUint32(index) === 0x69737065)
      sizes.push({ width: data.getUint32(index + 8), height: data.getUint32(index + 12) });
  return largest(sizes);
}

function largest(sizes: readonly ImageSize[]): ImageSize | null {
  if (sizes.length === 0) return null;
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
}
