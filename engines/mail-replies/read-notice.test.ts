import { describe, expect, it } from 'vitest';
import { readNotice } from './read-notice.ts';

const latin1 = (...bytes: number[]) => String.fromCharCode(...bytes);
const mail = (...parts: string[]) =>
  `Subject: Failed\nContent-Type: multipart/mixed; boundary=cut\n\nFor readers without MIME\n${parts
    .map((part) => `--cut\n${part}\n`)
    .join('')}--cut--\n`;

describe('a notice', () => {
  it('that is a plain text stays as it is', () => {
    for (const text of ['', '550 5.1.1 User unknown', 'It failed:\nsam@acme.example\n--\nThe mail system'])
      expect(readNotice(text)).toBe(text);
  });

  it('is read in its texts and its delivery status', () => {
    const read = readNotice(
      mail(
        'Content-Type: text/plain\n\nIt failed',
        'Content-Type: text/html\n\n<p>It failed</p>',
        'Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=',
        'Content-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1',
        'Content-Type: message/rfc822\n\nSubject: Hello\n\nMy words',
      ),
    );
    expect(read.split(/\n+/)).toEqual([
      'Subject: Failed',
      'Content-Type: multipart/mixed; boundary=cut',
      'Content-Type: text/plain',
      'It failed',
      'Content-Type: message/delivery-status',
      'Action: failed',
      'Status: 5.1.1',
    ]);
  });

  it('is read in its HTML if it has no text', () => {
    expect(readNotice(mail('Content-Type: text/html\n\n<p class="a">It <b>failed</b></p>'))).toMatch(
      /It\s+failed/,
    );
  });

  it('is read after the message that came back only in its delivery status', () => {
    const read = readNotice(
      mail(
        'Content-Type: text/rfc822-headers\n\nSubject: Hello',
        'Content-Type: text/plain\n\nMy words',
        'Content-Type: message/delivery-status\n\nStatus: 5.1.1',
      ),
    );
    expect(read).not.toMatch(/Hello|My words/);
    expect(read).toMatch(/Status: 5\.1\.1/);
  });

  it.each([
    '----- Original message -----',
    '------ This is a copy of the message, including all the headers. ------',
    '--- Below this line is a copy of the message.',
    '   ----- Unsent message follows -----',
    'Original message follows.',
  ])('ends at %j', (line) => {
    expect(readNotice(`It failed\n\n${line}\n\nMy words`)).toBe('It failed');
  });

  it('keeps a sentence about the original message', () => {
    const text =
      'It failed\nThe original message was received on Monday\nThe undelivered message is attached';
    expect(readNotice(text)).toBe(text);
  });

  it.each([
    ['utf-8', 'quoted-printable', 'Gr=C3=B6=C3=9Fe =\nzu viel', 'Größe zu viel'],
    ['iso-8859-1', 'quoted-printable', 'Gr=F6=DFe', 'Größe'],
    ['utf-8', 'base64', 'R3LDtsOfZQ==\n', 'Größe'],
    ['"windows-1251"', 'base64', '7/Py', 'пут'],
    ['ISO-2022-JP', '7bit', '\x1b$BF|K\\\x1b(B 550', '日本 550'],
    ['shift_jis', 'base64', 'k/qWew==', '日本'],
    ['no-such-charset', 'base64', 'R3LDtsOfZQ==', 'Größe'],
    ['utf-8', '8bit', 'Größe=20', 'Größe=20'],
    ['utf-8', 'base64', 'Not in base64, it was read before', 'Not in base64, it was read before'],
    ['utf-8', 'quoted-printable', 'Größe=20, read before', 'Größe=20, read before'],
  ])('in %s and %s is decoded: %j', (charset, encoding, body, words) => {
    const headers = `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}`;
    expect(readNotice(`${headers}\n\n${body}`)).toBe(`${headers}\n\n${words.trim()}`);
    expect(readNotice(mail(`${headers}\n\n${body}`)).replace(/\s+/g, ' ')).toContain(words.trim());
  });

  it('of any bytes and length is read', () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte);
    const headers = (charset: string, encoding: string) =>
      `Content-Type: text/plain; charset=${charset}\nContent-Transfer-Encoding: ${encoding}\n\n`;
    for (const charset of ['utf-8', 'iso-2022-jp', 'utf-16', 'x'])
      for (const encoding of ['base64', 'quoted-printable', '7bit', ''])
        expect(readNotice(`${headers(charset, encoding)}${latin1(...bytes)}=\n==4`)).toBeTypeOf('string');
    for (const long of ['boundary=a ', '\n--a', 'boundary=', '=\n', '<', 'a: b\n', 'content-type: x\n '])
      expect(readNotice(`Content-Type: text/html; boundary=a\n\n${long.repeat(300_000)}`)).toBeTypeOf(
        'string',
      );
  });
});
