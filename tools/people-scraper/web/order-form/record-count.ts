import {
  PAY_PER_USE_CENTS_PER_RECORD,
  PAY_PER_USE_MAX_RECORDS,
  PAY_PER_USE_MIN_RECORDS,
} from '#contract/limits.ts';
import { recordsPriceCents } from '#contract/people-scraper.ts';

/** What an invalid number of records becomes (spec lead tools §5). */
export const FALLBACK_RECORDS = PAY_PER_USE_MIN_RECORDS;

/** What one record costs, as people read it. */
export const RECORD_PRICE = `$${PAY_PER_USE_CENTS_PER_RECORD / 100}`;

/** "5,000" -> 5000; null for what is no whole number in the range that can be ordered. */
export function parseRecordCount(text: string): number | null {
  const digits = text.trim().replace(/(?<=\d)[,\s](?=\d{3}(?:\D|$))/g, '');
  if (!/^\d{1,9}$/.test(digits)) return null;
  const count = Number(digits);
  return count >= PAY_PER_USE_MIN_RECORDS && count <= PAY_PER_USE_MAX_RECORDS ? count : null;
}

/** What an order of `count` records would deliver where `found` are there, and what would be paid back, in US cents. */
export function expectation(count: number, found: number): { delivered: number; paidBackCents: number } {
  const delivered = Math.min(count, found);
  return { delivered, paidBackCents: recordsPriceCents(count) - recordsPriceCents(delivered) };
}
