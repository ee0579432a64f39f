import { describe, expect, it } from 'vitest';
import { readPastedProfiles } from './pasted-profiles.ts';

const ID = 'ACwAAAB1cd2EFgh3ijKLmn4opQRst5uvWXyz678';
const readUrls = (text: string) => readPastedProfiles(text).entries.map(({ linkedinUrl }) => linkedinUrl);

describe('a list', () => {
  it('has an item per line, without blank lines and repeats', () => {
    const list = readPastedProfiles(
      '\ufefflinkedin.com/in/jane-doe\r\n\r\n \u200b \nhttps://de.linkedin.com/in/Jane-Doe/de?trk=x\nlinkedin.com/company/acme\nnonsense',
    );
    expect(list.entries).toMatchObject([
      { line: 1, linkedinUrl: 'linkedin.com/in/jane-doe', fault: null },
      { line: 5, linkedinUrl: 'linkedin.com/company/acme', fault: expect.stringContaining('company page') },
      { line: 6, linkedinUrl: 'nonsense', fault: expect.stringContaining("isn't a LinkedIn URL") },
    ]);
    expect(list).toMatchObject({ profiles: 1, repeats: 1, table: null });
  });

  it.each(['linkedin_url', 'LinkedIn', 'Profile URL', '"LinkedIn Profile"'])(
    'has no item for its header %s',
    (header) => {
      expect(readPastedProfiles(`${header}\nlinkedin.com/in/jane\n`).entries).toMatchObject([
        { line: 2, linkedinUrl: 'linkedin.com/in/jane', fault: null },
      ]);
      expect(readUrls(header)).toEqual([header]);
      expect(readUrls('in/my-linkedin\nin/jane')).toEqual(['in/my-linkedin', 'in/jane']);
      expect(readUrls('linkedin.com/company/profile\nin/jane')).toHaveLength(2);
    },
  );

  it.each([
    ['• Jane Doe - https://linkedin.com/in/jane-doe (CEO)', ['https://linkedin.com/in/jane-doe']],
    [
      'Write to linkedin.com/in/jane, or linkedin.com/in/joe.',
      ['linkedin.com/in/jane', 'linkedin.com/in/joe'],
    ],
    [
      'https://linkedin.com/in/a,https://linkedin.com/in/b',
      ['https://linkedin.com/in/a', 'https://linkedin.com/in/b'],
    ],
    [
      'linkedin.com/in/a linkedin.com/in/b;linkedin.com/in/c',
      ['linkedin.com/in/a', 'linkedin.com/in/b', 'linkedin.com/in/c'],
    ],
    [
      `https://www.linkedin.com/sales/lead/${ID},NAME_SEARCH,x1`,
      [`https://www.linkedin.com/sales/lead/${ID},NAME_SEARCH,x1`],
    ],
    [
      `https://www.linkedin.com/sales/lead/${ID},NAME_SEARCH,x1\nhttps://www.linkedin.com/sales/lead/${ID}x,NAME_SEARCH,x2`,
      [
        `https://www.linkedin.com/sales/lead/${ID},NAME_SEARCH,x1`,
        `https://www.linkedin.com/sales/lead/${ID}x,NAME_SEARCH,x2`,
      ],
    ],
    ['linkedin.com/in/a;linkedin.com/in/b', ['linkedin.com/in/a', 'linkedin.com/in/b']],
    [
      'https://linkedin.com/in/a|https://linkedin.com/in/b',
      ['https://linkedin.com/in/a', 'https://linkedin.com/in/b'],
    ],
    ['see //www.linkedin.com/in/a', ['//www.linkedin.com/in/a']],
    ['[Jane](https://linkedin.com/in/jane)', ['[Jane](https://linkedin.com/in/jane)']],
    ['', []],
  ])('%.60s', (text, urls) => expect(readUrls(text)).toEqual(urls));

  it.each([
    'https://notlinkedin.com/in/jane',
    'my-linkedin.com/in/jane',
    'https://evil.example/linkedin.com/in/jane',
    'https://user:pass@www.linkedin.com/in/jane',
    'https://www.linkedin.com@evil.example/in/jane',
    'https://linkedin.com.evil.example/in/jane',
    'jane@linkedin.com/in/jane',
  ])('does not take %s for a profile', (text) => {
    expect(readPastedProfiles(text).entries).toMatchObject([
      { linkedinUrl: text, fault: expect.stringContaining("isn't a LinkedIn URL") },
    ]);
    expect(readPastedProfiles(`Nr,URL\n1,${text}\n2,linkedin.com/in/joe`).profiles).toBe(1);
  });

  it('stays fast with a line of 1 MB', () => {
    expect(readPastedProfiles(`${'x'.repeat(1_000_000)}\nlinkedin.com/in/jane`)).toMatchObject({
      profiles: 1,
    });
    expect(readPastedProfiles(','.repeat(1_000_000)).entries.length).toBeLessThan(2);
  });
});

describe('a table', () => {
  it('gives the profiles with names and companies, and keeps its columns', () => {
    const list = readPastedProfiles(
      'Nr;First Name;Last Name;Company;Company LinkedIn;Person Linkedin Url;Note\n' +
        '1;Jane;Doe;"Acme; Inc";linkedin.com/company/acme;https://www.linkedin.com/in/jane-doe;"a ""b"""\n' +
        '2;Joe;;Beta;;;no profile\n' +
        '3;;;;;linkedin.com/in/Jane-Doe/;again\n',
    );
    expect(list.entries).toEqual([
      {
        line: 2,
        linkedinUrl: 'https://www.linkedin.com/in/jane-doe',
        name: 'Jane Doe',
        company: 'Acme; Inc',
        fault: null,
      },
    ]);
    expect(list.repeats).toBe(1);
    expect(list.table).toMatchObject({ column: 5 });
    expect(list.table?.columns).toEqual([
      'Nr',
      'First Name',
      'Last Name',
      'Company',
      'Company LinkedIn',
      'Person Linkedin Url',
      'Note',
    ]);
    expect(list.table?.rows).toEqual([
      {
        url: 'https://www.linkedin.com/in/jane-doe',
        record:
          '1,Jane,Doe,"Acme; Inc",linkedin.com/company/acme,https://www.linkedin.com/in/jane-doe,"a ""b"""',
      },
      { url: '', record: '2,Joe,,Beta,,,no profile' },
      { url: 'linkedin.com/in/Jane-Doe/', record: '3,,,,,linkedin.com/in/Jane-Doe/,again' },
    ]);
  });

  it.each([
    [
      'tabs without a header',
      'Jane Doe\tlinkedin.com/in/jane\nJoe\tlinkedin.com/in/joe',
      ['linkedin.com/in/jane', 'linkedin.com/in/joe'],
    ],
    ['commas', 'name,linkedin\nJane Doe,linkedin.com/in/jane\n', ['linkedin.com/in/jane']],
    [
      'a company page in the column',
      'name,linkedin\nJane,linkedin.com/in/jane\nAcme,linkedin.com/company/acme',
      ['linkedin.com/in/jane', 'linkedin.com/company/acme'],
    ],
  ])('with %s', (_what, text, urls) => {
    expect(readUrls(text)).toEqual(urls);
    expect(readPastedProfiles(text).table?.columns).toHaveLength(2);
  });

  it('knows the line that tells Excel the delimiter, and keeps the names', () => {
    const list = readPastedProfiles(
      'sep=;\r\nName;LinkedIn;Note\r\nJane Doe;linkedin.com/in/jane;a, b\r\nJoe Roe;linkedin.com/in/joe;\r\n',
    );
    expect(list.entries).toEqual([
      { line: 3, linkedinUrl: 'linkedin.com/in/jane', name: 'Jane Doe', company: null, fault: null },
      { line: 4, linkedinUrl: 'linkedin.com/in/joe', name: 'Joe Roe', company: null, fault: null },
    ]);
    expect(list.table?.columns).toEqual(['Name', 'LinkedIn', 'Note']);
  });

  it('prefers public URLs to links of Sales Navigator, if as many rows have them', () => {
    const lead = (id: string) =>
      `"https://www.linkedin.com/sales/lead/ACwAAA${id}cdEFghIJklMNopQRstUVwxYZ,NAME_SEARCH,x"`;
    const text = (second: string) =>
      `profileUrl,fullName,linkedInProfileUrl\n${lead('1')},Jane Doe,linkedin.com/in/jane\n${lead('2')},Joe Roe,${second}\n${lead('3')},Al Poe,${second}`;
    expect(readPastedProfiles(text('linkedin.com/in/joe')).table?.column).toBe(2);
    // The public column is almost empty.
    expect(readPastedProfiles(text('')).table?.column).toBe(0);
  });

  it('takes the chosen column', () => {
    const text = 'a,b\nlinkedin.com/in/one,linkedin.com/in/two\n,x';
    expect(readPastedProfiles(text, { column: 1 }).entries.map(({ linkedinUrl }) => linkedinUrl)).toEqual([
      'linkedin.com/in/two',
      'x',
    ]);
  });
});
