import type { EmailReason, EmailStatus } from '#contract/emails.ts';

/** What a verifier outside says of an address, in our words. */
export interface OutsideAnswer {
  status: EmailStatus;
  reason: EmailReason;
  /** whether the domain takes mail for every mailbox, where it says so */
  catchAll: boolean | null;
}

/** A service that verifies addresses for us, where mail servers do not talk to us. */
export interface OutsideVerifier {
  /** as rows name it */
  readonly name: 'hunter' | 'reacher';
  /** Never throws; null where it could not tell, or the signal aborted. */
  verify(address: string, signal: AbortSignal): Promise<OutsideAnswer | null>;
}
