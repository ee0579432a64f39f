import type { EvidenceSource } from '#contract/website.ts';
import type { Found, PageArea } from '../page-contacts.ts';
import { isNationalPart } from './unplaced-phone.ts';

const MAX_UNPLACED = 20;
const MAX_WRITTEN_CHARS = 40;

/** The numbers of a page whose country it doesn't tell, distinct by their digits. */
export class UnplacedPhones {
  readonly #numbers = new Map<string, Found>();

  add(text: string, source: EvidenceSource, area: PageArea): void {
    const value = text.replace(/\s+/g, ' ').slice(0, MAX_WRITTEN_CHARS);
    const digits = value.replace(/\D/g, '');
    const known = this.#numbers.get(digits);
    if (known) known.count += 1;
    else if (this.#numbers.size < MAX_UNPLACED)
      this.#numbers.set(digits, { value, written: value, source, area, count: 1 });
  }

  /** Those that aren't written in E.164 elsewhere. */
  without(e164: readonly string[]): Found[] {
    return [...this.#numbers.values()].filter(
      ({ value }) => !e164.some((number) => isNationalPart(value, number)),
    );
  }
}
