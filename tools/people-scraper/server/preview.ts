import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { PeopleSearchView } from '#contract/people-scraper.ts';
import type { Seller } from '#server/payments/payment-availability.ts';

import { apolloInWords, openSource, refuseOptedOut, type SourceParts, sourceName } from './open-source.ts';

const NOTHING_UNDERSTOOD =
  'No filter of this address can be searched for here, so its records cannot be bought. Set a job title, a seniority or a country in the search and copy its address again.';
const NOTHING_FOUND =
  'There are no records for this search now, so there is nothing to buy. Widen the search.';
const SAMPLES = 'This server holds made-up sample records only, and those are never sold.';

/**
 * What an address stands for, what it finds, and why it cannot be bought. Throws `validation_failed` for any
 * other address.
 */
export async function previewSearch(
  parts: SourceParts,
  address: string,
  seller: Seller,
  signal?: AbortSignal,
): Promise<PeopleSearchView> {
  const source = await openSource(parts, sourceName(parts.config), address);
  if (!source) throw new CallError('validation_failed', MESSAGES.scraper.noUrl);
  await refuseOptedOut(parts, address);
  const [{ sample }, found] = await Promise.all([source.state(signal), source.count(signal)]).catch(
    (error: unknown) => {
      throw apolloInWords(error);
    },
  );
  const { name, understood, unmapped } = source;
  const known = understood.length > 0;
  return {
    understood,
    unmapped,
    found,
    source: name,
    sample,
    notForSale: reasonNot({ seller, sample, known, found }),
  };
}

function reasonNot(of: { seller: Seller; sample: boolean; known: boolean; found: number }): string | null {
  if (of.seller === 'none') return MESSAGES.payments.notSetUp;
  if (!of.known) return NOTHING_UNDERSTOOD;
  if (of.sample && of.seller === 'stripe') return SAMPLES;
  return of.found === 0 ? NOTHING_FOUND : null;
}

/** Throws `unprocessable` with the reason where the records of an address may not be sold. */
export async function refuseUnsellable(parts: SourceParts, address: string, seller: Seller): Promise<void> {
  const { notForSale } = await previewSearch(parts, address, seller);
  if (notForSale) throw new CallError('unprocessable', notForSale);
}
