import { describe, expect, it } from 'vitest';
import { columnUses } from './opt-out-columns.ts';

const use = (header: string) => columnUses(['Email', header])?.[1];

describe('a header', () => {
  it.each([
    [
      'E-Mail',
      'email',
      'E-Mail-Adresse',
      'E-Mail Adressen',
      'Mailadresse',
      'Email Address',
      'EmailAddress',
      'Mail',
    ],
    [
      'Email (work)',
      'Email ID',
      'Work Email',
      'work_email_2',
      'Email 2',
      'E-mail 1 - Value',
      'Primary Email',
    ],
    [
      'Candidate Email',
      'Updated Email',
      'Source Email',
      'Verified Email',
      'Valid E-Mail',
      'Email (verified)',
    ],
    ['Courriel', 'Correo electrónico', 'Adresse électronique', 'Indirizzo di posta elettronica', 'E-posta'],
    ['LinkedIn', 'Person LinkedIn URL', 'linkedin_profile', 'Profile URL', 'profile'],
    ['Mobile Phone', 'Telefon', 'Handy', 'Cell', 'Owner Phone', 'Agent Email'],
    ['Website', 'Company Website', 'Domain', 'Company Domain', 'URL'],
    ['Value', 'Entry', 'Opt-out', 'Contact'],
  ])('names entries: %s, %s and others', (...headers) => {
    expect(headers.map((header) => [header, use(header)])).toEqual(
      headers.map((header) => [header, 'named']),
    );
  });

  it.each([
    [
      'Email Status',
      'E-mail 1 - Type',
      'Email Verification Status',
      'Email Confidence',
      'Email Source',
      'Phone Type',
    ],
    ['Email Verified At', 'Opt-out date', 'Company LinkedIn', 'LinkedIn Company URL', 'Score'],
    ['Added by', 'Created By', 'handled_by', 'Requested by', 'Added by email', 'Email (added by)'],
    ['Owner', 'Contact owner', 'Agent', 'Email (agent)', 'Source', 'Lead Source', 'Notes', 'Website notes'],
  ])('names details: %s, %s and others', (...headers) => {
    expect(headers.map((header) => [header, use(header)])).toEqual(
      headers.map((header) => [header, 'detail']),
    );
  });

  it.each([
    [
      'Name',
      'Mailing Address',
      'Company Phone',
      'Voicemail',
      'Country Code',
      'Who',
      'Adres',
      'Phone Verified',
    ],
  ])('names something else: %s, %s and others', (...headers) => {
    expect(headers.map((header) => [header, use(header)])).toEqual(
      headers.map((header) => [header, 'other']),
    );
  });

  it('is none without a column of entries, or with an entry', () => {
    expect(columnUses(['Name', 'City'])).toBe(null);
    expect(columnUses(['Email', 'jane@acme.example'])).toBe(null);
    expect(columnUses(['gmail.com'])).toBe(null);
  });
});
