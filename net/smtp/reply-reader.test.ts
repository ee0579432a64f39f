import { describe, expect, it } from 'vitest';
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
