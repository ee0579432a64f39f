import type { PhoneNumber } from 'libphonenumber-js/max';
import { rankRegions } from './block-region.ts';
import { britishService } from './british-service.ts';
import type { DigitGroup } from './digit-runs.ts';
import { nationalNumber } from './national-number.ts';
import { withoutTrunkZero } from './number-groups.ts';
import type { PhoneLabel } from './phone-label.ts';
import { internationalNumber } from './phone-number.ts';
import type { Regions } from './phone-region.ts';
import type { Places } from './place-names.ts';

/** Country information of a page. Computed once, for the first national number. */
export interface CountryContext {
  regions: Regions;
  places: Places;
}

/** `00420`, `00442` */
const MAX_PREFIX_DIGITS = 6;

/** Reads digits of one page as phone numbers. */
export class DigitReader {
  /** How many numbers were parsed, about. */
  parses = 0;
  /** where the first possible number starts */
  firstDigits = 0;
  readonly #text: string;
  readonly #loadContext: () => CountryContext;
  #context: CountryContext | null = null;

  constructor(text: string, loadContext: () => CountryContext) {
    this.#text = text;
    this.#loadContext = loadContext;
  }

  /** The likely regions of the page. Finding them reads the whole page once. */
  get regions(): Regions {
    return this.#loaded().regions;
  }

  /** The number of groups that are written between `start` and `end`; `ambiguous` if the page doesn't tell its country. */
  read(
    groups: readonly DigitGroup[],
    start: number,
    end: number,
    label: PhoneLabel,
  ): PhoneNumber | 'ambiguous' | null {
    this.parses += 1;
    const digits = groups.map((group) => group.digits).join('');
    if (groups[0]!.plus) return internationalNumber(withoutTrunkZero(groups));
    const prefix = /^(?:0011|011|00)(?=[1-9])/.exec(digits)?.[0];
    if (prefix && digits.length >= 10) {
      const number = internationalNumber(withoutTrunkZero(groups).slice(prefix.length));
      const own = prefix === '00' ? null : this.#national(groups, start, end, label);
      const isOwnNumber = own !== null && own !== 'ambiguous' && own.number !== number?.number;
      // The prefix and the calling code are a group of their own: "001234567-0101" is a register number.
      const isWritten =
        label !== null || (groups.length > 1 && groups[0]!.digits.length <= MAX_PREFIX_DIGITS);
      if (number && !isOwnNumber && (isWritten || this.#isLikelyRegion(number))) return number;
    }
    return digits.length > 15 ? null : this.#national(groups, start, end, label);
  }

  #loaded(): CountryContext {
    this.#context ??= this.#loadContext();
    return this.#context;
  }

  /** Whether the number's country is among the page's likely regions. */
  #isLikelyRegion(number: PhoneNumber): boolean {
    return this.regions.slice(0, 2).some(({ region }) => region === number.country);
  }

  #placesFirst(places: Places): boolean {
    return (places[0]?.start ?? 0) < this.firstDigits;
  }

  #national(
    groups: readonly DigitGroup[],
    start: number,
    end: number,
    label: PhoneLabel,
  ): PhoneNumber | 'ambiguous' | null {
    const { regions, places } = this.#loaded();
    const ranked = rankRegions(regions, places, this.#text, start, end, this.#placesFirst(places));
    this.parses += 2;
    const number = nationalNumber(groups, this.#text.slice(start, end), label !== null, ranked);
    const isOpen = label !== null && (number === null || number === 'ambiguous');
    return (isOpen && britishService(groups, regions)) || number;
  }
}
