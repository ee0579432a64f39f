import { expect, it } from 'vitest';
import { emptyWebsiteRow } from './definition.ts';
import { websiteStep } from './step.ts';

it('has a text for each person in a column of a list, and looks for people only for such a column', () => {
  const row = {
    ...emptyWebsiteRow('https://acme.com/'),
    company_email: 'info@acme.com',
    people: [
      {
        name: 'Jane Miller',
        title: 'CEO',
        email: 'jane@acme.com',
        phone: '+12125550111',
        profile: null,
        page: 'https://acme.com/team',
      },
    ],
  };
  expect(websiteStep.value?.(row, 'people')).toEqual(['Jane Miller, CEO, jane@acme.com, +12125550111']);
  expect(websiteStep.value?.(row, 'company_email')).toBe('info@acme.com');
  expect(websiteStep.optionsFor?.(['emails', 'people'])).toEqual({ people: 'true' });
  expect(websiteStep.optionsFor?.(['emails'])).toEqual({});
});
