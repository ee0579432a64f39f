import { cutText } from '#contract/cut-text.ts';
import { EMAIL_STATUSES, type EmailStatus } from '#contract/emails.ts';
import { cellValue, nameValue } from '#engines/list-items/no-value.ts';
import { emailsIn } from '#engines/list-items/several.ts';
import type { StepTool } from '../tool.ts';
import { EMAIL_STATUS_LABELS, emailFinder, writeEmailInput } from './definition.ts';

/** Addresses of one cell that a step verifies. */
const EMAILS_PER_CELL = 10;
const CELL_MAX_CHARS = 500;
const NEEDED = 'Choose a name and a domain or company, or the column with the emails to verify.';
/** Addresses that one may write to. */
const USUAL: ReadonlySet<EmailStatus> = new Set(['deliverable']);

/** Finds the work emails of a list's people, or verifies the emails in it. */
export const emailStep: StepTool = {
  type: emailFinder.task.type,
  action: 'Find or verify emails',
  roles: [
    { role: 'first_name', label: 'First name', required: false, names: ['first_name', 'firstname'] },
    { role: 'last_name', label: 'Last name', required: false, names: ['last_name', 'lastname'] },
    { role: 'full_name', label: 'Full name', required: false, names: ['full_name'] },
    {
      role: 'domain',
      label: 'Company domain',
      required: false,
      names: ['domain', 'company_domain', 'company_website', 'website'],
    },
    {
      role: 'company',
      label: 'Company, to find its domain first',
      required: false,
      names: ['company', 'company_name', 'organization', 'organization_name'],
    },
    {
      role: 'email',
      label: 'Email to verify',
      required: false,
      names: ['email', 'emails', 'verified_email', 'company_email', 'value'],
    },
  ],
  problem({ first_name, last_name, full_name, domain, company, email }) {
    if (email) return null;
    return (domain || company) && (full_name || (first_name && last_name)) ? null : NEEDED;
  },
  items(values) {
    const text = (role: string) => cutText(cellValue(values[role] ?? '').trim(), CELL_MAX_CHARS);
    const name = (role: string) => cutText(nameValue(values[role] ?? '').trim(), CELL_MAX_CHARS);
    if (text('email') !== '')
      return emailsIn(text('email'))
        .slice(0, EMAILS_PER_CELL)
        .map((address) => writeEmailInput({ address }));
    const [first, last] = [name('first_name') || name('full_name'), name('last_name')];
    const [domain, company] = [text('domain'), text('company')];
    if (first === '' || (domain === '' && company === '')) return [];
    const person = { first_name: first, last_name: last, domain };
    return [writeEmailInput(domain === '' ? { ...person, company } : person)];
  },
  several: { role: 'email', most: EMAILS_PER_CELL },
  missing: 'No name with a domain or company, and no email, in this row',
  fields: [
    { field: 'email', label: 'Email', type: 'email', usual: true, one: true },
    { field: 'status', label: 'Verdict', type: 'text', usual: true },
    { field: 'explanation', label: 'Reason', type: 'text', usual: false },
    { field: 'score', label: 'Score', type: 'number', usual: false },
    { field: 'domain', label: 'Domain', type: 'url', usual: false, one: true },
    { field: 'mail_host', label: 'Mail host', type: 'text', usual: false },
    { field: 'pattern', label: 'Pattern', type: 'text', usual: false },
    { field: 'runners_up', label: 'Other likely addresses', type: 'email', usual: false },
  ],
  // A guess counts only if the step accepts its verdict.
  value: (row, field) =>
    field === 'email' ? (row.verified_email ?? row.address ?? row.best_guess ?? null) : row[field],
  verdicts: EMAIL_STATUSES.map((value) => ({
    value,
    label: EMAIL_STATUS_LABELS[value],
    usual: USUAL.has(value),
  })),
  about: ['status', 'explanation'],
  summary: ({ explanation }) => (typeof explanation === 'string' ? explanation : ''),
};
