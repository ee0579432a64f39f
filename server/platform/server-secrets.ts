/** The secrets of a server. */
export interface ServerSecrets extends SigningSecrets {
  /** What stored hashes and encrypted values derive their keys from. It stays when AUTH_SECRET changes. */
  dataKey: string;
  /** empty: none, so no key is accepted */
  adminKey: string;
}

/** What signs sessions, links and cookies. */
export interface SigningSecrets {
  authSecret: string;
  /** AUTH_SECRET_OLD. `signsUntil`: when AUTH_SECRET signs instead, in ms since the epoch. null: it isn't set. */
  earlier: { secret: string; signsUntil: number } | null;
}

/**
 * The secret that signs at a time, in ms since the epoch. Soon after a change it is the earlier one, because servers that
 * weren't restarted yet know no other.
 */
export function signingSecret({ authSecret, earlier }: SigningSecrets, now: number): string {
  return earlier && now < earlier.signsUntil ? earlier.secret : authSecret;
}

/** The secrets whose signatures count, the latest first. */
export function acceptedSecrets({ authSecret, earlier }: SigningSecrets): string[] {
  return earlier ? [authSecret, earlier.secret] : [authSecret];
}
