const REFUND = '-unsent';

/** The reason of the ledger entry that refunds a part of a charge. */
export function refundReason(reason: string): string {
  return `${reason}${REFUND}`;
}

/** The reason of the charge that an entry is, or refunds a part of. */
export function chargeReason(reason: string): string {
  return reason.endsWith(REFUND) ? reason.slice(0, -REFUND.length) : reason;
}
