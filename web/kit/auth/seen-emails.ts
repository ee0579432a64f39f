import { z } from 'zod';

const KEY = 'leadwell-emails';
const MAX_EMAILS = 20;
const SeenEmails = z.array(z.object({ email: z.string() }));

/** Adds an address to the stored JSON, newest first and without duplicates. Invalid JSON is replaced. */
export function addSeenEmail(stored: string | null, email: string): string {
  const others = parseSeenEmails(stored).filter((seen) => seen !== email);
  return JSON.stringify([email, ...others].slice(0, MAX_EMAILS).map((seen) => ({ email: seen })));
}

/** The stored JSON -> addresses, newest first. */
export function parseSeenEmails(stored: string | null): string[] {
  try {
    return SeenEmails.parse(JSON.parse(stored ?? '[]')).map((entry) => entry.email);
  } catch {
    return [];
  }
}

/**
 * Remembers that an account with this address was used in this browser (spec accounts §3, Users registry).
 */
export function rememberEmail(email: string): void {
  try {
    localStorage.setItem(KEY, addSeenEmail(localStorage.getItem(KEY), email.toLowerCase()));
  } catch {
    // Storage may be full or blocked. Then the email just isn't prefilled next time.
  }
}

/** The address last used in this browser, or an empty string. */
function lastSeenEmail(): string {
  try {
    return parseSeenEmails(localStorage.getItem(KEY))[0] ?? '';
  } catch {
    return '';
  }
}

const CarriedEmail = z.object({ email: z.string().min(1) });

/** The email typed on the previous page (from navigation state), else ''. */
export function typedBefore(state: unknown): string {
  return CarriedEmail.safeParse(state).data?.email ?? '';
}

/**
 * The email typed on the previous page (from navigation state), else the last one used in this browser, else
 * ''.
 */
export function carriedEmail(state: unknown): string {
  return typedBefore(state) || lastSeenEmail();
}
