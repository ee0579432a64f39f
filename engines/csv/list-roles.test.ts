import { expect, test } from 'vitest';
import { guessRoles, rolesOfHeaders } from './list-roles.ts';

test.each<[string, string, (string | null)[]]>([
  [
    'Salesforce accounts',
    'Account ID|Account Name|Billing Country|Website',
    [null, 'company', 'country', 'website'],
  ],
  [
    'HubSpot contacts',
    'Record ID|First Name|Last Name|Email|Phone Number|Job Title|Company name|Company Domain Name',
    [null, 'first_name', 'last_name', 'email', 'phone', 'job_title', 'company', 'domain'],
  ],
  [
    'Apollo people',
    'First Name|Last Name|Title|Company|Email|Person Linkedin Url|Website|Company Linkedin Url|City|Country',
    [
      'first_name',
      'last_name',
      'job_title',
      'company',
      'email',
      'linkedin',
      'website',
      'company_linkedin',
      'city',
      'country',
    ],
  ],
  ['Pipedrive people', 'Person - Name|Organization|Person - Email - Work', ['full_name', 'company', null]],
  [
    'German',
    'Vorname|Nachname|Firma|E-Mail|Telefon|Ort|Land|Webseite',
    ['first_name', 'last_name', 'company', 'email', 'phone', 'city', 'country', 'website'],
  ],
  [
    'French',
    'Prénom|Nom|Société|Courriel|Téléphone|Ville|Pays|Fonction',
    ['first_name', 'last_name', 'company', 'email', 'phone', 'city', 'country', 'job_title'],
  ],
  [
    'Spanish',
    'Nombre|Apellidos|Empresa|Correo|Teléfono móvil|Ciudad',
    ['first_name', 'last_name', 'company', 'email', 'phone', 'city'],
  ],
  ['Japanese', '会社名|氏名|メール|電話番号|役職', ['company', 'full_name', 'email', 'phone', 'job_title']],
  ['a company beside an account', 'Account|Company|Owner', [null, 'company', null]],
  ['an account alone', 'Account|Owner', ['company', null]],
  ['our own files', 'Company|Phones|Verified email', ['company', 'phone', 'email']],
  ['an email beside a verified one', 'Verified email|Email', [null, 'email']],
  ['two emails', 'Email|Email 2', ['email', null]],
  ['words without a meaning', 'Notes|Score|Deal stage', [null, null, null]],
])('headers of %s', (_, header, roles) => {
  expect(rolesOfHeaders(header.split('|'))).toEqual(roles);
});

test('cells say what a column has if its header doesn’t', () => {
  const header = ['Column 1', 'Link', 'Reach', 'Nr', 'Where', 'Note'];
  const rows = Array.from({ length: 5 }, (_, n) => [
    `person${n}@acme.com`,
    `https://www.linkedin.com/in/person-${n}`,
    `+1 415 555 010${n}`,
    `1000000${n}`,
    `acme${n}.com`,
    n === 0 ? 'see acme.com' : '',
  ]);
  expect(guessRoles(header, rows)).toEqual(['email', 'linkedin', 'phone', null, 'website', null]);
});

test('a header wins over the cells', () => {
  expect(guessRoles(['Email', 'Login'], [['', 'ann@acme.com']])).toEqual(['email', null]);
});
