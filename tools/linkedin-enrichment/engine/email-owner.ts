import { addressFlags } from '#engines/email-address/address-flags.ts';
import { longForms, shortForms } from '#engines/person-names/nicknames.ts';
import { comparableWords, transcribed } from './same-person.ts';

/** Words in the addresses of teams and offices. */
const SHARED = new Set(
  'team office group global world europe emea apac latam usa web online shop store studio company'.split(' '),
);

/**
 * Whether an email is clearly in the name of someone else: "mary.roe@acme.com" for Jane Doe. Shared mailboxes,
 * initials, staff numbers and the private addresses of free providers say nothing about a name, and names in
 * other scripts than Latin can't be compared.
 */
export function isOfAnotherName(email: string, name: string): boolean {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@');
  const names = comparableWords(name);
  if (names.length === 0 || !names.every((word) => /^[a-z]+$/.test(word))) return false;
  const mailbox = local.replace(/\+.*$/, '');
  const words = mailbox.split(/[._-]+/).filter(Boolean);
  if (words.length === 0 || !words.every((word) => /^[a-z]+$/.test(word))) return false;
  if (addressFlags(mailbox, domain).role || words.some((word) => isShared(word, domain))) return false;
  const [only = '', ...others] = words;
  if (others.length > 0) return !words.some((word) => names.some((own) => isRelated(word, own)));
  if (addressFlags(null, domain).free || only.length < 4) return false;
  // "jroe" may be the earlier address of Jane Doe.
  return !names.some((own) => own[0] === only[0] || isRelated(only, own));
}

function isShared(word: string, domain: string): boolean {
  if (word.length < 3) return false;
  return SHARED.has(word) || addressFlags(word, domain).role || domain.includes(word);
}

/** Whether a word of an address can come from a word of a name: its start, its initial, or a short form. */
function isRelated(word: string, own: string): boolean {
  if (word.length < 3) return word[0] === own[0];
  if (own.length < 3) return word.startsWith(own) || word.endsWith(own);
  const forms = [own.slice(0, 3), ...shortForms(own), ...longForms(own)];
  return forms.some((form) => word.includes(form) || transcribed(word).includes(form));
}
