/**
 * What ends with the sessions of an account when someone else may have had access: when its address is confirmed or changed, or
 * a password is set without the current one. As part of a sentence; the tables are in ACCESS_HOLDERS of
 * server/auth/account-access.ts.
 */
export const ENDED_ACCESS =
  'API keys, connected browsers, list inboxes, the bounce address, webhooks, schedules and automatic runs of lists';

/** What ends if its password does, too. */
export const ENDED_WITH_PASSWORD = `logins with Google or Microsoft, ${ENDED_ACCESS}`;
