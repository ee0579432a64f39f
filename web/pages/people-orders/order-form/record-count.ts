import {
  PAY_PER_USE_CENTS_PER_RECORD,
  PAY_PER_USE_MAX_RECORDS,
  PAY_PER_USE_MIN_RECORDS,
} from '#contract/limits.ts';
import { recordsPriceCents } from '#contract/people-orders.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** Replaces an invalid record count (spec lead tools §5). */
export const FALLBACK_RECORDS = PAY_PER_USE_MIN_RECORDS;

/** The price of one record: "$0.003". */
export const RECORD_PRICE = `$${PAY_PER_USE_CENTS_PER_RECORD / 100}`;

/** "5,000" -> 5000. Returns null for anything but a whole number in the allowed range. */
export function parseRecordCount(text: string): number | null {
  const count = parseWholeNumber(text);
  return count !== null && count >= PAY_PER_USE_MIN_RECORDS && count <= PAY_PER_USE_MAX_RECORDS
    ? count
    : null;
}

/** What an order of `count` records delivers if the search finds `found`, and its refund in US cents. */
export function expectedDelivery(count: number, found: number): { delivered: number; refundCents: number } {
  const delivered = Math.min(count, found);
  return { delivered, refundCents: recordsPriceCents(count) - recordsPriceCents(delivered) };
}
