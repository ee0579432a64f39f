import { hash } from 'node:crypto';
import type { OptOut } from './opt-out-entry.ts';

/** An entry whose value is a SHA-256 in Base64, because the list that it is from has nothing else. */
export interface HashedOptOut {
  kind: 'email_sha256' | 'phone_sha256';
  value: string;
}

const PHONE_DIGITS = 10;

/**
 * The SHA-256 of an email or phone, as California's DROP makes it: emails in lower case without white space, and the last ten
 * digits of phones. null: entries of this kind have none.
 */
export function hashedForm({ kind, value }: OptOut): HashedOptOut | null {
  if (kind === 'email')
    return { kind: 'email_sha256', value: sha256(value.replace(/\s+/g, '').toLowerCase()) };
  if (kind !== 'phone') return null;
  return { kind: 'phone_sha256', value: sha256(value.replace(/\D/g, '').slice(-PHONE_DIGITS)) };
}

/** The entries and their hashed forms. */
export function withHashedForms(entries: readonly OptOut[]): OptOut[] {
  return [...entries, ...entries.flatMap((entry) => hashedForm(entry) ?? [])];
}

function sha256(text: string): string {
  return hash('sha256', text, 'base64');
}
