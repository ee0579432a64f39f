import { expect, it } from 'vitest';
import { readPastedProfiles } from '#engines/csv/pasted-profiles.ts';
import { EMPTY_DRAFT } from '#web/kit/list-draft.ts';
import { type ProfileDraft, profileRequest, validationMessage, withFile, withPage } from './draft.ts';

const TABLE =
  'Nr,Name,Company,LinkedIn\n1,Jane Doe,Acme,linkedin.com/in/jane\n2,Joe,,\n3,,,linkedin.com/in/Jane/\n';

it('sends the distinct lines of a list, and every row of a table with its columns', () => {
  const list = readPastedProfiles('linkedin.com/in/a\nx linkedin.com/in/A\nhello');
  expect(profileRequest(list, true)).toEqual({ linkedinUrls: ['linkedin.com/in/a', 'hello'] });
  const jane = { name: 'Jane Doe', company: 'Acme' };
  expect(profileRequest(readPastedProfiles(TABLE), true)).toEqual({
    linkedinUrls: [
      { linkedinUrl: 'linkedin.com/in/jane', ...jane },
      '',
      // Its name and company were in the first row.
      'linkedin.com/in/Jane/',
    ],
    list: {
      columns: ['Nr', 'Name', 'Company', 'LinkedIn'],
      rows: ['1,Jane Doe,Acme,linkedin.com/in/jane', '2,Joe,,', '3,,,linkedin.com/in/Jane/'],
    },
  });
  expect(profileRequest(readPastedProfiles(TABLE), false)).toEqual({
    linkedinUrls: [{ linkedinUrl: 'linkedin.com/in/jane', ...jane }],
  });
});

it('gives saved pages of the same file name names of their own, and adds a page once', () => {
  const page = (html: string) => ({ name: 'Profile.html', html });
  const empty: ProfileDraft = { ...EMPTY_DRAFT, pages: [] };
  const draft = ['a', 'b', 'a', 'c'].reduce((before, html) => withPage(before, page(html)), empty);
  expect(draft.pages.map(({ name, html }) => [name, html])).toEqual([
    ['Profile.html', 'a'],
    ['Profile.html (2)', 'b'],
    ['Profile.html (3)', 'c'],
  ]);
});

it('refuses with the messages of the specification', () => {
  const refusal = (text: string, pages = 0) => validationMessage(text, readPastedProfiles(text), pages);
  expect(refusal('')).toBe('Please enter LinkedIn URLs');
  expect(refusal(' \n ')).toBe('Please enter valid LinkedIn URLs');
  expect(refusal('linkedin.com/company/x')).toBe('Please enter valid LinkedIn URLs');
  expect(refusal('', 1)).toBeNull();
  expect(refusal('linkedin.com/in/x')).toBeNull();
  const many = Array.from({ length: 10_001 }, (_, n) => `linkedin.com/in/p${n}`).join('\n');
  expect(refusal(many)).toBe('Maximum 10,000 LinkedIn URLs per request');
});

const EMPTY: ProfileDraft = { ...EMPTY_DRAFT, pages: [] };

it('shows a table whole, and adds the URLs of a second file', () => {
  expect(withFile({ ...EMPTY, text: ' ' }, `\ufeff${TABLE}`).text).toBe(TABLE.trimEnd());
  expect(withFile({ ...EMPTY, text: 'linkedin.com/in/x\n' }, TABLE).text).toBe(
    'linkedin.com/in/x\nlinkedin.com/in/jane',
  );
});

it('adds every row of a second table, and its own columns', () => {
  const first = withFile(EMPTY, TABLE);
  const { text, column } = withFile(first, 'Note,Full name,Profile\nx,Ann Lee,linkedin.com/in/ann\ny,,\n');
  const { linkedinUrls, list } = profileRequest(readPastedProfiles(text, { column }), true);
  expect(linkedinUrls).toHaveLength(5);
  expect(linkedinUrls[3]).toEqual({ linkedinUrl: 'linkedin.com/in/ann', name: 'Ann Lee' });
  expect(list).toMatchObject({ columns: ['Nr', 'Name', 'Company', 'LinkedIn', 'Note'] });
  expect(list?.rows.slice(2)).toEqual([
    '3,,,linkedin.com/in/Jane/,',
    ',Ann Lee,,linkedin.com/in/ann,x',
    ',,,,y',
  ]);
  const lines = withFile(first, 'linkedin.com/in/ann\nlinkedin.com/in/joe\n');
  expect(readPastedProfiles(lines.text, { column: lines.column }).table?.rows.slice(3)).toEqual([
    { url: 'linkedin.com/in/ann', record: ',,,linkedin.com/in/ann' },
    { url: 'linkedin.com/in/joe', record: ',,,linkedin.com/in/joe' },
  ]);
});
