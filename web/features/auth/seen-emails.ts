import { z } from 'zod';

const KEY = 'leadwell-emails';
const KEPT = 20;
const SeenEmails = z.array(z.object({ email: z.string() }));

/** Adds an address to the kept text, newest first and once; a text that cannot be read is begun anew. */
export function addSeenEmail(kept: string | null, email: string): string {
  const others = parseSeenEmails(kept).filter((seen) => seen !== email);
  return JSON.stringify([email, ...others].slice(0, KEPT).map((seen) => ({ email: seen })));
}

/** The kept text -> addresses, newest first. */
export function parseSeenEmails(kept: string | null): string[] {
  try {
    return SeenEmails.parse(JSON.parse(kept ?? '[]')).map((entry) => entry.email);
  } catch {
    return [];
  }
}

/** Keeps that this address has an account and was used in this browser (spec accounts §3, Users registry). */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, addSeenEmail(localStorage.getItem(KEY), email.toLowerCase()));
  } catch {
    // Storage may be full or forbidden: the next sign-in is then typed in full.
  }
}

/** The address last used in this browser, or an empty string. */
export function lastSeenEmail(): string {
  try {
    return parseSeenEmails(localStorage.getItem(KEY))[0] ?? '';
  } catch {
    return '';
  }
}
