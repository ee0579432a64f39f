import { describe, expect, it } from 'vitest';
import { parseUrlLines } from '#contract/website.ts';
import {
  attemptFor,
  EMPTY_DRAFT,
  formatDraft,
  lineRange,
  parseDraft,
  refusalOf,
  type UrlDraft,
  urlLinesOfFile,
} from './url-draft.ts';

describe('url draft', () => {
  it('reuses the key for the same list only', () => {
    let made = 0;
    const newKey = () => `key-${++made}`;
    const first = attemptFor(['https://a.com/', 'https://b.com/'], null, newKey);
    expect(attemptFor(['https://a.com/', 'https://b.com/'], first, newKey)).toBe(first);
    expect(attemptFor(['https://a.com/https://b.com/'], first, newKey).key).toBe('key-2');
    expect(attemptFor(['https://b.com/', 'https://a.com/'], first, newKey).key).toBe('key-3');
  });

  it('survives a reload and ignores unexpected saved values', () => {
    const draft: UrlDraft = {
      text: 'a.com\nb.com',
      attempt: { key: 'k', fingerprint: 'f' },
      depth: 'deep',
      table: { columns: ['A', 'B'], rows: [{ url: 'a.com', record: 'x,a.com' }] },
    };
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft);
    for (const odd of [null, '', '{', '[]', '{"text":5}', '"x"'])
      expect(parseDraft(odd)).toEqual(EMPTY_DRAFT);
    expect(parseDraft('{"text":"a.com","attempt":{"key":1}}')).toEqual({
      ...EMPTY_DRAFT,
      text: 'a.com',
    });
    expect(formatDraft(EMPTY_DRAFT)).toBeNull();
    expect(formatDraft(draft)).toBe(JSON.stringify(draft));
    const large = { columns: ['A'], rows: [{ url: 'a.com', record: 'x'.repeat(2_000_000) }] };
    expect(parseDraft(formatDraft({ ...draft, table: large }))).toEqual({ ...draft, table: null });
  });

  it("refuses with the specification's messages", () => {
    expect(refusalOf(parseUrlLines([' ', '']))).toBe('Please enter at least one URL');
    const urls = Array.from({ length: 10_001 }, (_, n) => `site${n}.com`);
    expect(refusalOf(parseUrlLines(urls))).toBe('Maximum 10,000 URLs per request');
    expect(refusalOf(parseUrlLines(urls.slice(1)))).toBeNull();
  });

  it('finds the line to select', () => {
    const text = 'a.com\n\nnot a url\nb.com';
    const { start, end } = lineRange(text, 3);
    expect(text.slice(start, end)).toBe('not a url');
    expect(lineRange(text, 99)).toEqual({ start: 17, end: 22 });
  });
});

describe('a dropped file', () => {
  it('is read line by line', () => {
    expect(urlLinesOfFile('acme.com\r\n\r\nhttps://b.com/?a=1,2\rnot a url\n')).toEqual([
      'acme.com',
      'https://b.com/?a=1,2',
      'not a url',
    ]);
  });

  it('returns the column of web addresses, quoted or not, without the header', () => {
    const csv =
      'Company,Website,Email\n"Acme, Inc.",https://acme.com,info@acme.com\n"B ""Best"" Ltd",b.co.uk,\nNone,,x@y.com';
    expect(urlLinesOfFile(csv)).toEqual(['https://acme.com', 'b.co.uk']);
    expect(urlLinesOfFile('Firma;Seite\nMüller;mueller.de\nSchulz;schulz.de')).toEqual([
      'mueller.de',
      'schulz.de',
    ]);
  });

  it('keeps all lines if none is a web address, so that they can be reported', () => {
    expect(urlLinesOfFile('hello\nworld')).toEqual(['hello', 'world']);
  });
});
