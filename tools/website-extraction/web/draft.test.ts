import { describe, expect, it } from 'vitest';
import { readPastedWebsites } from '#engines/csv/pasted-websites.ts';
import {
  EMPTY_DRAFT,
  formatDraft,
  lineRange,
  parseDraft,
  textWithFile,
  type UrlDraft,
  validationMessage,
  withFile,
} from './draft.ts';
import { listUrlRequest, ownTable } from './url-table.ts';

describe('url draft', () => {
  it('survives a reload and ignores unexpected saved values', () => {
    const draft: UrlDraft = {
      ...EMPTY_DRAFT,
      text: 'a.com\nb.com',
      attempt: { key: 'k', fingerprint: 'f' },
      depth: 'deep',
      people: true,
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
    expect(parseDraft(formatDraft(draft))).toEqual(draft);
    const large = { columns: ['A'], rows: [{ url: 'a.com', record: 'x'.repeat(2_000_000) }] };
    expect(parseDraft(formatDraft({ ...draft, table: large }))).toEqual({ ...draft, table: null });
  });

  it("refuses with the specification's messages", () => {
    expect(validationMessage({ urls: [] })).toBe('Please enter at least one URL');
    const urls = Array.from({ length: 10_001 }, (_, n) => `site${n}.com`);
    expect(validationMessage({ urls })).toBe('Maximum 10,000 URLs per request');
    expect(validationMessage({ urls: urls.slice(1) })).toBeNull();
  });

  it('finds the line to select in a file from Windows, as the text field has it', () => {
    const { text } = withFile(EMPTY_DRAFT, `${'a.com\r\n'.repeat(199)}not a url\r\nb.com\r\n`);
    const field = text.replace(/\r\n?/g, '\n');
    const { start, end } = lineRange(text, 200);
    expect(field.slice(start, end)).toBe('not a url');
  });

  it('finds the line to select', () => {
    const text = 'a.com\n\nnot a url\nb.com';
    const { start, end } = lineRange(text, 3);
    expect(text.slice(start, end)).toBe('not a url');
    expect(lineRange(text, 99)).toEqual({ start: 17, end: 22 });
  });
});

describe('a file', () => {
  it('stays whole, so that the column of a table can be chosen', () => {
    const table = 'Company,Website,Email\n"Acme, Inc.",https://acme.com,info@acme.com\n';
    expect(textWithFile('', `\ufeff${table}`)).toBe(table.trimEnd());
  });

  it('adds its addresses to a list', () => {
    const table = 'Company;Website\nAcme;acme.com\nBeta;beta.de\nNone;';
    expect(textWithFile('gamma.fr\n', table)).toBe('gamma.fr\nhttps://acme.com/\nhttps://beta.de/');
    expect(textWithFile('gamma.fr', 'hello\nworld')).toBe('gamma.fr\nhello\nworld');
  });

  it('keeps its columns beside a list that is there already', () => {
    const table = 'Company,Website\nAcme,acme.com\nBeta,beta.de\n';
    const draft = withFile({ ...EMPTY_DRAFT, text: 'gamma.fr\n', column: 2 }, table);
    expect(draft).toMatchObject({ text: 'gamma.fr\nacme.com\nbeta.de', column: null });
    expect(draft.table?.columns).toEqual(['Company', 'Website']);
    expect(withFile(draft, table).table?.rows).toHaveLength(4);
  });

  const rowsOf = ({ text, column, table }: UrlDraft) => {
    const list = readPastedWebsites(text, { column });
    return listUrlRequest(text, list, ownTable(list, { keeps: true, added: table }));
  };
  const FIRST = 'Company,City,Website\nA,Rom,a.com\nB,Ulm,b.com\nC,Bonn,c.com\nD,Oslo,d.com\n';

  it('adds its rows to a table in the text', () => {
    const first = withFile(EMPTY_DRAFT, FIRST);
    const same = rowsOf(withFile(first, 'Company,City,Website\nE,Lyon,e.com\nF,Nice,f.com\n'));
    expect(same.urls).toEqual(['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com']);
    expect(same.list?.rows.slice(4)).toEqual(['E,Lyon,e.com', 'F,Nice,f.com']);
    const other = rowsOf(withFile(first, 'Domain;Note\ne.com;x\nf.com;y\n;z\n'));
    expect(other.urls).toEqual(['a.com', 'b.com', 'c.com', 'd.com', 'e.com', 'f.com', '']);
    expect(other.list?.columns).toEqual(['Company', 'City', 'Website', 'Note']);
    expect(other.list?.rows.slice(3)).toEqual(['D,Oslo,d.com,', ',,e.com,x', ',,f.com,y', ',,,z']);
    const lines = rowsOf(withFile(first, 'e.com\nf.com\n'));
    expect(lines.list?.rows.slice(4)).toEqual([',,https://e.com/', ',,https://f.com/']);
  });

  it('that is large keeps its columns and those of a table in the text', () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => `Note ${n},site${n}.com`);
    const draft = withFile(withFile(EMPTY_DRAFT, FIRST), `Note,Website\n${rows.join('\n')}`);
    expect(draft.text).toMatch(/^https:\/\/a\.com\/\n/);
    expect(draft.table?.columns).toEqual(['Company', 'City', 'Website', 'Note']);
    expect(draft.table?.rows).toHaveLength(30_004);
    expect(draft.table?.rows[4]).toEqual({ url: 'site0.com', record: ',,site0.com,Note 0' });
  });

  it('that is large becomes its addresses', () => {
    const rows = Array.from({ length: 30_000 }, (_, n) => `Company ${n},site${n}.com`);
    expect(textWithFile('', `Name,Website\n${rows.join('\n')}`)).toMatch(
      /^https:\/\/site0\.com\/\nhttps:\/\/site1\.com\/\n/,
    );
  });
});
