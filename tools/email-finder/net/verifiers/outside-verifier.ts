import type { EmailReason, EmailStatus } from '#contract/emails.ts';

/** An external verifier's result, mapped to our statuses. */
export interface OutsideAnswer {
  status: EmailStatus;
  reason: EmailReason;
  /** whether the domain accepts every mailbox; null if unknown */
  catchAll: boolean | null;
}

/** An external service that verifies addresses when mail servers give us no result. */
export interface OutsideVerifier {
  /** the `source` in result rows */
  readonly name: 'hunter' | 'reacher';
  /** Never throws. Returns null without a result, or if the signal aborts. */
  verify(address: string, signal: AbortSignal): Promise<OutsideAnswer | null>;
}
