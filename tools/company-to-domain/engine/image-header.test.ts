import { describe, expect, it } from 'vitest';
import { squarePng } from '../../../e2e/fixtures/company-sites.ts';
import { imageSize, imageType } from './image-header.ts';

const hex = (text: string) => Buffer.from(text.replace(/\s/g, ''), 'hex');
const latin = (text: string) => Buffer.from(text, 'latin1');

/** A PNG file that declares another size than it has. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.from(squarePng(1, 2, 3));
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function icon(image: Buffer): Buffer {
  const head = hex('0000 0100 0100 2020 00000100 2000 00000000 16000000');
  return Buffer.concat([head, image]);
}

/** RIFF, its size, "WEBP" and a first chunk. */
const webp = (kind: string, data: string) =>
  Buffer.concat([
    latin('RIFF'),
    hex('30000000'),
    latin(`WEBP${kind}`),
    hex('20000000'),
    hex(data),
    Buffer.alloc(20),
  ]);

describe('the size that an image declares', () => {
  it.each([
    ['PNG', png(30_000, 20_000), { width: 30_000, height: 20_000 }],
    ['GIF', Buffer.concat([latin('GIF89a'), hex('3075 204e 0000')]), { width: 30_000, height: 20_000 }],
    [
      'JPEG, after other segments and fill bytes',
      hex('ffd8 ffe0 0004 0000 ffff c200 1108 4e20 7530 0301'),
      { width: 30_000, height: 20_000 },
    ],
    ['WebP, lossy', webp('VP8 ', '000000 9d012a 3035 2032'), { width: 13_616, height: 12_832 }],
    ['WebP, lossless', webp('VP8L', '2f ff3f fe0f'), { width: 16_384, height: 16_377 }],
    ['WebP, extended', webp('VP8X', '00000000 2f7500 1f4e00'), { width: 30_000, height: 20_000 }],
    ['an icon with a PNG file inside', icon(png(30_000, 20_000)), { width: 30_000, height: 20_000 }],
    [
      'an icon with a bitmap inside',
      icon(hex('28000000 30750000 409c0000 0100 2000')),
      { width: 30_000, height: 20_000 },
    ],
    [
      'AVIF, the largest of its images',
      Buffer.concat([
        hex('00000018'),
        latin('ftypavif'),
        ...[
          [64, 64],
          [30_000, 20_000],
        ].map(([width = 0, height = 0]) => {
          const box = Buffer.concat([hex('00000014'), latin('ispe'), Buffer.alloc(12)]);
          box.writeUInt32BE(width, 12);
          box.writeUInt32BE(height, 16);
          return box;
        }),
      ]),
      { width: 30_000, height: 20_000 },
    ],
  ])('%s', (_format, bytes, size) => {
    const type = imageType(bytes);
    expect(type).not.toBeNull();
    expect(imageSize(bytes, type ?? '')).toEqual(size);
  });

  it('is unknown for images that are cut off or lie about where it is', () => {
    const whole = [
      png(1, 1),
      icon(png(1, 1)),
      hex('ffd8 ffe0 0004 0000 ffc2 0011 08 4e20 7530 0301'),
      hex('ffd8 ffe0 ffff 0000'),
      webp('VP8X', '00000000 2f7500 1f4e00'),
    ];
    for (const bytes of whole)
      for (let length = 0; length < Math.min(bytes.length, 60); length += 1) {
        const part = bytes.subarray(0, length);
        const type = imageType(part);
        if (type !== null) expect([null, expect.anything()]).toContainEqual(imageSize(part, type));
      }
    expect(imageSize(hex('ffd8 ffe0 ffff 0000'), 'image/jpeg')).toBeNull();
    expect(imageSize(png(1, 1).subarray(0, 20), 'image/png')).toBeNull();
    expect(imageSize(icon(Buffer.alloc(0)), 'image/x-icon')).toBeNull();
  });
});
