import { CallError } from '#contract/errors.ts';
import { MESSAGES } from '#contract/messages.ts';
import type { PeopleSearchView } from '#contract/people-orders.ts';
import type { PaymentSource } from '../payments/payment-availability.ts';
import {
  apolloCallError,
  openSource,
  refuseOptedOut,
  type SourceParts,
  sourceName,
} from './people-sources.ts';

const NO_FILTERS =
  'No filter of this URL can be searched here, so its records can’t be bought. Set a job title, a seniority, a location or a company in the search and copy the URL again.';
const NO_RECORDS = 'This search has no records now, so there is nothing to buy. Widen the search.';
const SAMPLES = 'This server has only sample records, which aren’t for sale.';

/**
 * How a people search URL is understood, how many records match, and why they can't be bought. Throws
 * `validation_failed` for any other URL.
 */
export async function previewSearch(
  parts: SourceParts,
  searchUrl: string,
  seller: PaymentSource,
  signal?: AbortSignal,
): Promise<PeopleSearchView> {
  const source = await openSource(parts, sourceName(parts.config), searchUrl);
  if (!source) throw new CallError('validation_failed', MESSAGES.scraper.noUrl);
  await refuseOptedOut(parts, searchUrl);
  const [{ sample }, found] = await Promise.all([source.state(signal), source.count(signal)]).catch(
    (error: unknown) => {
      throw apolloCallError(error);
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
    notForSale: whyNotForSale({ seller, sample, known, found }),
  };
}

function whyNotForSale(of: {
  seller: PaymentSource;
  sample: boolean;
  known: boolean;
  found: number;
}): string | null {
  if (of.seller === 'none') return MESSAGES.payments.notSetUp;
  if (!of.known) return NO_FILTERS;
  if (of.sample && of.seller === 'stripe') return SAMPLES;
  return of.found === 0 ? NO_RECORDS : null;
}

/** Throws `unprocessable` with the reason if the records of a URL can't be sold. */
export async function refuseUnsellable(
  parts: SourceParts,
  searchUrl: string,
  seller: PaymentSource,
): Promise<void> {
  const { notForSale } = await previewSearch(parts, searchUrl, seller);
  if (notForSale) throw new CallError('unprocessable', notForSale);
}
