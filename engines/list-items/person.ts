import type { EmailInput } from '#contract/emails.ts';
import { type DomainFault, readMailDomain } from '#engines/email-address/mail-domain.ts';
import { itemText, visibleText } from './cell-text.ts';
import { emailKey } from './email.ts';
import { sharedSite } from './shared-hosts.ts';

/** `site`: the shared site, for `shared-site`. */
export type EmployerReading =
  | { ok: true; domain: string }
  | { ok: false; fault: DomainFault | 'shared-site'; site?: string };

/**
 * The mail domain of a person's company, from a cell with a domain, a web address or an email address. A page
 * of a shared site, such as a LinkedIn profile, isn't the domain of the company.
 */
export function readEmployer(written: string): EmployerReading {
  const text = itemText(written).replace(/[.!]{1,9}$/, '');
  const reading = readMailDomain(text);
  if (!reading.ok) return reading;
  const path = text.includes('@') ? '' : text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/^[^/?#]*/, '');
  const site = sharedSite(reading.ascii, path.replace(/[?#].*$/, ''));
  return site === null ? { ok: true, domain: reading.ascii } : { ok: false, fault: 'shared-site', site };
}

/** Whether a name contains digits, which no name has. */
export function hasDigits(name: string): boolean {
  return /\p{Nd}/u.test(name);
}

/**
 * What an item of a list of people and addresses is. An address is its address in lower case. A person is the name, whether
 * in one field or two, and the company's domain, however both are written.
 */
export function emailItemKey(input: EmailInput): string {
  if ('address' in input) return `address ${emailKey(input.address)}`;
  const first = nameKey(input.first_name);
  const last = nameKey(input.last_name);
  const full = first !== '' && last !== '' ? `${first} ${last}` : reordered(first || last);
  if (input.company !== undefined) return `person ${full} at company ${employerKey(input.company)}`;
  const employer = readEmployer(input.domain);
  const domain = employer.ok ? employer.domain : itemText(input.domain).toLowerCase();
  return `person ${full} at ${domain}`;
}

/** What the company of a person is, whatever its capitals and spaces. */
export function employerKey(company: string): string {
  return nameKey(company);
}

/** `Miller, Jane` is `jane miller`. */
function reordered(name: string): string {
  const [family = '', given = '', ...more] = name.split(/\s*,\s*/);
  return given !== '' && more.length === 0 ? `${given} ${family}` : name;
}

function nameKey(name: string): string {
  return visibleText(name)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[’‘ʼʻ`´′]/g, "'")
    .replace(/[‐‑‒–—−]/g, '-')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}
