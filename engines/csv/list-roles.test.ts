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
  ['Pipedrive people', 'Person - Name|Organization|Person - Email - Work', ['full_name', 'company', 'email']],
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
  [
    'contacts at companies in Spanish',
    'Nombre de la empresa|Persona de contacto|Cargo|Correo electrónico|Página web',
    ['company', 'full_name', 'job_title', 'email', 'website'],
  ],
  ['in Portuguese', 'Nome da empresa|Contato|Site', ['company', 'full_name', 'website']],
  ['in Italian', 'Ragione Sociale|Referente|Sito internet', ['company', 'full_name', 'website']],
  ['in Polish', 'Nazwa firmy|Osoba kontaktowa|Strona internetowa', ['company', 'full_name', 'website']],
  ['in Dutch', 'Bedrijfsnaam|Contactpersoon|Website', ['company', 'full_name', 'website']],
  ['in Russian', 'Компания|Контактное лицо|Сайт', ['company', 'full_name', 'website']],
  ['in Arabic', 'اسم الشركة|اسم جهة الاتصال', ['company', 'full_name']],
  [
    'deals of Pipedrive',
    'Deal - Title|Deal - Organization|Deal - Contact person',
    [null, 'company', 'full_name'],
  ],
  ['a company beside an account', 'Account|Company|Owner', [null, 'company', null]],
  ['an account alone', 'Account|Owner', ['company', null]],
  ['our own files', 'Company|Phones|Verified email', ['company', 'phone', 'email']],
  ['a verified email beside the one that it was made of', 'Email|Verified email', [null, 'email']],
  ['two emails', 'Email|Email 2', ['email', null]],
  ['a name beside a first name', 'Vorname|Name|Firma', ['first_name', 'last_name', 'company']],
  ['the same in English', 'First Name|Name', ['first_name', 'last_name']],
  ['the same in Dutch', 'Voornaam|Naam', ['first_name', 'last_name']],
  ['the same in Swedish', 'Förnamn|Namn', ['first_name', 'last_name']],
  ['the same in another order', 'Name|Vorname', ['last_name', 'first_name']],
  ['a full name beside a first name', 'First Name|Full Name', ['first_name', 'full_name']],
  ['all three names', 'Vorname|Nachname|Name', ['first_name', 'last_name', 'full_name']],
  ['a contact beside a first name', 'Vorname|Ansprechpartner', ['first_name', 'full_name']],
  ['both names in one', 'Name, Vorname', ['full_name']],
  ['both names in one in French', 'Nom et prénom', ['full_name']],
  ['both names in one, short', 'Vor- und Nachname', ['full_name']],
  ['both names in one in English', 'First and last name', ['full_name']],
  ['contacts', 'Contact First Name|Contact Last Name', ['first_name', 'last_name']],
  ['contacts in one', 'Contact: Full Name|Account Name', ['full_name', 'company']],
  ['a title beside a job title', 'Title|Job Title', [null, 'job_title']],
  [
    'a German title beside a job',
    'Titel|Vorname|Name|Position',
    [null, 'first_name', 'last_name', 'job_title'],
  ],
  ['a German title beside a job title', 'Titel|Funktion', [null, 'job_title']],
  ['a title alone', 'Name|Title', ['full_name', 'job_title']],
  ['a mobile beside a phone', 'Mobile|Phone', [null, 'phone']],
  ['a company phone beside a mobile', 'Company Phone|Mobile Phone', [null, 'phone']],
  ['a country code beside a country', 'Country Code|Country', [null, 'country']],
  ['a country code alone', 'Country Code', ['country']],
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

test.each([
  ['01.02.2024', '15.11.2023'],
  ['2024-02-01', '2023-11-15'],
  ['02/01/2024', '11/15/23'],
  ['12.500.000', '1.250.000.000'],
])('days and amounts such as %s are no phones', (...cells) => {
  expect(
    guessRoles(
      ['Last contact'],
      cells.map((cell) => [cell]),
    ),
  ).toEqual([null]);
});

test('a header wins over the cells', () => {
  expect(guessRoles(['Email', 'Login'], [['', 'ann@acme.com']])).toEqual(['email', null]);
});

test.each<[string, string, string[], (string | null)[]]>([
  [
    'how people are addressed',
    'Titel|Name',
    ['Dr.|Anna Weber', '|Jan Lee', 'Prof. Dr.|Ada Fox'],
    [null, 'full_name'],
  ],
  [
    'jobs',
    'Title|Name',
    ['CEO|Anna Weber', 'Dr.|Jan Lee', 'Head of Sales|Ada Fox'],
    ['job_title', 'full_name'],
  ],
  ['numbers of customers', 'Kunde|Firma', ['1001|Acme', '1002|Nord'], [null, 'company']],
  ['how to reach someone', 'Kontakt|Name', ['a@x.com|Ann', '+49 30 123456|Bo'], [null, 'full_name']],
  [
    'profiles in links',
    'Name|Profil-URL',
    ['Anna Weber|https://www.xing.com/profile/Anna_Weber'],
    ['full_name', null],
  ],
  ['answers', 'Email|Verified email', ['a@x.com|yes', 'b@x.com|no'], ['email', null]],
  ['a company page', 'LinkedIn', ['https://linkedin.com/company/acme', ''], ['company_linkedin']],
  ['a profile', 'Company LinkedIn', ['https://linkedin.com/in/jane', ''], ['linkedin']],
  [
    'full names beside first names',
    'First Name|Name',
    ['Anna|Anna Weber', 'Jan|Lee, Jan'],
    ['first_name', 'full_name'],
  ],
  [
    'last names beside first names',
    'Vorname|Name',
    ['Anna|von Krüger', 'Jan|Lee'],
    ['first_name', 'last_name'],
  ],
])('cells win over the header: %s', (_, header, rows, roles) => {
  const cells = rows.map((row) => row.split('|'));
  expect(guessRoles(header.split('|'), cells)).toEqual(roles);
});
