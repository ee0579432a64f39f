import type { DomainContext } from './domain-context.ts';
import type { EmailLookup } from './email-lookup.ts';
import type { LookupResult } from './resolve-lookup.ts';

/** A person who wasn't found, until the rest of the domain is done. */
export interface HeldLookup {
  lookup: EmailLookup;
  result: LookupResult;
}

/** More of one domain are reported right away, so that a large domain doesn't fill the memory. */
const MAX_HELD = 1000;

/**
 * Gives the people of one domain who weren't found a second try, once, if the run learned from other people how the
 * domain forms its addresses. Holds their results until then.
 */
export class SecondTry {
  readonly #domain: DomainContext;
  #open: number;
  #held: HeldLookup[] = [];

  /** `lookups`: how many of the domain this run works on. */
  constructor(domain: DomainContext, lookups: number) {
    this.#domain = domain;
    this.#open = lookups;
  }

  /** Records the result of a lookup. Returns whether it is held; the others are ready. */
  holds(lookup: EmailLookup, result: LookupResult): boolean {
    this.#open -= 1;
    const isHeld = !lookup.tried && result.row.reason === 'no-address-exists' && this.#held.length < MAX_HELD;
    if (isHeld) this.#held.push({ lookup, result });
    return isHeld;
  }

  /** After the last lookup of the domain: who is worth a second try, and whose results are ready now. */
  take(): { again: EmailLookup[]; ready: HeldLookup[] } {
    if (this.#open > 0) return { again: [], ready: [] };
    const held = this.#held;
    this.#held = [];
    const again = held.filter(({ lookup }) => this.#domain.hasLearned(lookup)).map(({ lookup }) => lookup);
    for (const lookup of again) lookup.tried = true;
    this.#open = again.length;
    return { again, ready: held.filter(({ lookup }) => !lookup.tried) };
  }
}
