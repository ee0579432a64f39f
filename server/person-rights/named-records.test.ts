import { expect, it } from 'vitest';
import { withNamedRecords } from './named-records.ts';
import { parsePerson, personCheck } from './person-check.ts';

const JANE = {
  name: 'Dr. Jane Doe',
  title: 'Head of Sales',
  email: 'jane@firm.example',
  phone: null,
  profile: 'https://www.linkedin.com/in/jane-9',
  page: 'https://firm.example/team',
};
const BEN = { ...JANE, name: 'Ben Roe', email: 'ben@firm.example', profile: null };

it('says of a website all about the person, and nothing about the others', () => {
  const check = personCheck(parsePerson(['jane@firm.example']));
  const values = {
    row: { title: 'Firm', emails: ['jane@firm.example', 'ben@firm.example'], people: [BEN, JANE] },
  };
  const data = withNamedRecords({ type: 'website-extraction', values }, check.textsNaming(values), check);
  expect(data).toEqual({
    emails: 'jane@firm.example',
    name: 'Dr. Jane Doe',
    title: 'Head of Sales',
    email: 'jane@firm.example',
    profile: 'https://www.linkedin.com/in/jane-9',
    page: 'https://firm.example/team',
  });
});

it('says all of a result that is about the person', () => {
  const check = personCheck(parsePerson(['jane@firm.example']));
  const row = {
    company_name: 'Firm of jane@firm.example',
    domain: 'firm.example',
    country: null,
    runners_up: [{ domain: 'other.example', confidence: 20, reason: 'Its title says Firm' }],
  };
  const of = (values: { row: object }) =>
    withNamedRecords({ type: 'company-to-domain', values }, check.textsNaming(values), check);
  expect(of({ row })).toEqual({
    company_name: 'Firm of jane@firm.example',
    domain: 'firm.example\nother.example',
    reason: 'Its title says Firm',
  });
  expect(of({ row: { ...row, company_name: 'Firm', city: 'jane@firm.example' } })).toMatchObject({
    company_name: 'Firm',
  });
  const evidence = [{ source: 'title', text: 'Write to jane@firm.example' }];
  expect(of({ row: { ...row, company_name: 'Firm', evidence } })).toEqual({
    source: 'title',
    text: 'Write to jane@firm.example',
  });
});

it('leaves rows of other tools and tables as they are', () => {
  const check = personCheck(parsePerson(['jane@firm.example']));
  for (const type of [null, 'csv-extraction', 'website-extraction'])
    expect(withNamedRecords({ type, values: { row: null, people: [JANE] } }, { a: 'b' }, check)).toEqual({
      a: 'b',
    });
});
