import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ReplyReader } from './reply-reader.ts';
import { SmtpFault } from './smtp-fault.ts';

const WRITTEN =
  '220-mail.acme.com\r\n220 ESMTP ready\r\n250 2.1.0 Ok\r\n550-5.1.1 no\r\n550 5.1.1 such user\r\n';
const REPLIES = [
  { code: 220, text: 'mail.acme.com\nESMTP ready' },
  { code: 250, text: '2.1.0 Ok' },
  { code: 550, text: '5.1.1 no\n5.1.1 such user' },
];

function read(...chunks: (string | Buffer)[]) {
  const reader = new ReplyReader();
  return chunks.flatMap((chunk) => reader.push(Buffer.from(chunk)));
}

/** Bytes as a server may send them: replies, almost replies, and noise, in chunks of any size. */
const serverOutput = fc
  .array(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom('250 Ok\r\n', '250-', '550-5.1.1 no\r\n', '220', ' ', '\r', '\n'),
      },
      fc.string({ maxLength: 40 }),
      fc.constantFrom('220-x\r\n'.repeat(90), `220-${'y'.repeat(4_000)}\r\n`, 'z'.repeat(4_090)),
    ),
    { maxLength: 60 },
  )
  .map((parts) => Buffer.from(parts.join('')));

/** The replies before the first fault, the fault, and the most bytes held. */
function drain(bytes: Buffer, size: number) {
  const reader = new ReplyReader();
  const replies: unknown[] = [];
  let held = 0;
  try {
    for (let index = 0; index < bytes.length; index += size) {
      replies.push(...reader.push(bytes.subarray(index, index + size)));
      held = Math.max(held, reader.heldBytes);
    }
    return { replies, fault: null, held };
  } catch (fault) {
    return { replies, fault, held };
  }
}

describe('any output of a server', () => {
  it('gives the same replies however it is split, or a fault, and holds little memory', () => {
    fc.assert(
      fc.property(serverOutput, fc.integer({ min: 1, max: 300 }), (bytes, size) => {
        const byOne = drain(bytes, 1);
        const bySize = drain(bytes, size);
        expect(byOne.fault === null).toBe(bySize.fault === null);
        if (byOne.fault !== null) expect(byOne.fault).toBeInstanceOf(SmtpFault);
        else expect(bySize.replies).toEqual(byOne.replies);
        expect(Math.max(byOne.held, bySize.held)).toBeLessThanOrEqual(16_384 + 4_096);
      }),
      { numRuns: 150 },
    );
  });

  it('is searched once, also byte by byte', () => {
    const line = Buffer.from(`220 ${'x'.repeat(4_000)}\r\n`);
    let searched = 0;
    const indexOf = vi.spyOn(Buffer.prototype, 'indexOf').mockImplementation(function (
      this: Buffer,
      value,
      from,
    ) {
      searched += this.length - Number(from ?? 0);
      return Array.prototype.indexOf.call(this, value, Number(from ?? 0));
    });
    const { replies } = drain(line, 1);
    indexOf.mockRestore();
    expect(replies).toHaveLength(1);
    expect(searched).toBeLessThanOrEqual(2 * line.length);
  });
});

describe('replies', () => {
  it('do not depend on how their bytes are split', () => {
    const bytes = Buffer.from(WRITTEN);
    expect(read(WRITTEN)).toEqual(REPLIES);
    for (let size = 1; size < 20; size += 1) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(read(...chunks)).toEqual(REPLIES);
    }
  });

  it('may have no text, no carriage return, or UTF-8', () => {
    expect(read('250\r\n')).toEqual([{ code: 250, text: '' }]);
    expect(read('250 Ok\n')).toEqual([{ code: 250, text: 'Ok' }]);
    const bytes = Buffer.from('550 Empfänger unbekannt\r\n');
    expect(read(bytes.subarray(0, 9), bytes.subarray(9))).toEqual([
      { code: 550, text: 'Empfänger unbekannt' },
    ]);
  });

  it('are complete only after their last line', () => {
    const reader = new ReplyReader();
    expect(reader.push(Buffer.from('250-one\r\n'))).toEqual([]);
    expect(reader.hasPartialReply).toBe(true);
    expect(reader.push(Buffer.from('250 two'))).toEqual([]);
    expect(reader.push(Buffer.from('\r\n'))).toEqual([{ code: 250, text: 'one\ntwo' }]);
    expect(reader.hasPartialReply).toBe(false);
  });

  it.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\n'],
    ['no code', 'hello\r\n'],
    ['a short code', '25 Ok\r\n'],
    ['text glued to the code', '250Ok\r\n'],
    ['an empty line', '\r\n'],
    ['a line without end', 'x'.repeat(5_000)],
    ['a long line', `220 ${'x'.repeat(5_000)}\r\n`],
    ['lines without end', '220-x\r\n'.repeat(1_000)],
  ])('are rejected from %s', (_, written) => {
    expect(() => read(written)).toThrow(SmtpFault);
    expect(() => read(...written.slice(0, 10_000))).toThrow(SmtpFault);
  });
});
