import { expect, it } from 'vitest';
import { chooseColumns } from '#server/lists/choose-columns.ts';
import { parseLinkedinInput } from './definition.ts';
import { profilesFromList } from './server/from-list.ts';
import { linkedinStep } from './step.ts';

const COLUMNS = ['first_name', 'last_name', 'company', 'person_linkedin_url'];
const ROW = {
  first_name: 'Łukasz',
  last_name: 'Wójcik',
  company: 'Acme',
  person_linkedin_url: 'linkedin.com/in/lukasz',
};

it('takes first and last names of a list as the name that tells people apart', () => {
  const chosen = chooseColumns(profilesFromList, { kind: 'leads', database: 'apollo' }, COLUMNS);
  const { linkedinUrls } = profilesFromList.input({ columns: COLUMNS, rows: [ROW] }, chosen) as {
    linkedinUrls: unknown;
  };
  const hints = { name: 'Łukasz Wójcik', company: 'Acme' };
  expect(linkedinUrls).toEqual([{ linkedinUrl: 'linkedin.com/in/lukasz', ...hints }]);
});

it.each([
  [{ name: 'Jane Doe', first_name: 'J', last_name: 'D' }, 'Jane Doe'],
  [{ name: 'N/A', first_name: 'Jane', last_name: 'Doe' }, 'Jane Doe'],
  [{ first_name: 'Jane', last_name: '-' }, null],
  [{ name: 'Jane Doe' }, 'Jane Doe'],
  [{}, null],
])('reads the name of %o', (names, name) => {
  const [item = ''] = linkedinStep.items({ profile: 'linkedin.com/in/jane', ...names });
  expect(parseLinkedinInput(item).name).toBe(name);
});
