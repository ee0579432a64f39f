import { addressWords, domainsInText } from '#contract/domains-in-text.ts';
import type { AddressField } from './address-fields.ts';

/** Which filters of a URL are supported and which aren't, for display. */
export interface SearchReading {
  understood: { label: string; values: string[] }[];
  /** unsupported filters, with the reason */
  unmapped: { label: string; values: string[]; reason: string }[];
}

/** The supported and unsupported values of one field. */
export interface FieldReading {
  understood: string[];
  unmapped: { value: string; reason: string }[];
}

/** Reads every field with `read`, which returns a reason if it doesn't support the field at all. */
export function readFields(
  fields: readonly AddressField[],
  read: (field: AddressField) => FieldReading | string,
): SearchReading {
  const reading: SearchReading = { understood: [], unmapped: [] };
  for (const field of fields) {
    const { label, values } = field;
    const outcome = read(field);
    if (typeof outcome === 'string') {
      reading.unmapped.push({ label, values, reason: outcome });
      continue;
    }
    const { understood, unmapped } = outcome;
    if (understood.length > 0) reading.understood.push({ label, values: understood });
    for (const reason of new Set(unmapped.map((entry) => entry.reason))) {
      const affected = unmapped.filter((entry) => entry.reason === reason).map(({ value }) => value);
      reading.unmapped.push({ label, values: affected, reason });
    }
  }
  return reading;
}

/** Splits values into those that `accept` supports and the rest, which get `reason`. */
export function readEach(
  values: readonly string[],
  accept: (value: string) => boolean,
  reason: string,
): FieldReading {
  const understood = values.filter(accept);
  const rest = values.filter((value) => !understood.includes(value));
  return { understood, unmapped: rest.map((value) => ({ value, reason })) };
}

/** Letters of any script, digits, hyphens and dots: `acme.com`, `münchen.de`. */
const HOST = /^[\p{L}\p{M}\p{Nd}-]+(?:\.[\p{L}\p{M}\p{Nd}-]+)+$/u;

/** Same as `readEach` for the words of values, each of which has to name a domain. Understood are the domains, each once. */
export function readEachDomain(values: readonly string[], accept: (domain: string) => void): FieldReading {
  const words = values.flatMap((value) => {
    const inValue = addressWords(value);
    return inValue.length > 0 ? inValue : [value];
  });
  const domains = new Set<string>();
  const { unmapped } = readEach(
    [...new Set(words)],
    (word) => {
      const [domain = ''] = domainsInText(word);
      const valid = HOST.test(domain);
      if (valid) domains.add(domain);
      return valid;
    },
    "This isn't a valid domain.",
  );
  for (const domain of domains) accept(domain);
  return { understood: [...domains], unmapped };
}

export const UNKNOWN_FIELD = "We don't recognize this filter.";

/** Same as `readEach` for employee ranges, which are formatted for display. */
export function readRanges(values: readonly string[], accept: (range: Range) => void): FieldReading {
  const labels = new Map<string, string>();
  const outcome = readEach(
    values,
    (value) => {
      const range = readRange(value);
      if (!range) return false;
      accept(range);
      labels.set(value, rangeLabel(range));
      return true;
    },
    "This isn't a valid employee range.",
  );
  return { ...outcome, understood: outcome.understood.map((value) => labels.get(value) ?? value) };
}

export interface Range {
  min: number | null;
  max: number | null;
}

/**
 * Parses `11,20`, an open end (`10001`, `10001,0` or `10001,`) or an open start (`,1`). Null for anything
 * else.
 */
function readRange(value: string): Range | null {
  const match = /^(\d{0,9})(?:,(\d{0,9}))?$/.exec(value);
  if (!match) return null;
  const [, from = '', to = ''] = match;
  const max = Number(to) || null;
  const min = from === '' ? null : Number(from);
  const isUnbounded = max === null && !min;
  return isUnbounded || (max !== null && min !== null && min > max) ? null : { min, max };
}

/** "11 to 20", "10,001 or more", "up to 10". */
function rangeLabel({ min, max }: Range): string {
  const format = (value: number) => value.toLocaleString('en-US');
  if (max === null) return `${format(min ?? 0)} or more`;
  if (min === null) return `up to ${format(max)}`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}
