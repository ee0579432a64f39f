import type { AddressField } from './address-fields.ts';

/** What of an address is searched for and what is not, as people read it. */
export interface SearchReading {
  understood: { label: string; values: string[] }[];
  /** each with its reason */
  unmapped: { label: string; values: string[]; reason: string }[];
}

/** What became of the values of one field. */
export interface FieldReading {
  understood: string[];
  unmapped: { value: string; reason: string }[];
}

/** Reads every field with `read`, which answers a reason where it can make nothing of a field. */
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
      const left = unmapped.filter((entry) => entry.reason === reason).map(({ value }) => value);
      reading.unmapped.push({ label, values: left, reason });
    }
  }
  return reading;
}

/** Values that `take` makes something of are understood, the others told with `reason`. */
export function readEach(
  values: readonly string[],
  take: (value: string) => boolean,
  reason: string,
): FieldReading {
  const understood = values.filter(take);
  const left = values.filter((value) => !understood.includes(value));
  return { understood, unmapped: left.map((value) => ({ value, reason })) };
}

export const UNKNOWN_FIELD = 'This filter is not known here.';

/** As `readEach`, for ranges of employees; they are told in words. */
export function readRanges(values: readonly string[], take: (range: Range) => void): FieldReading {
  const words = new Map<string, string>();
  const outcome = readEach(
    values,
    (value) => {
      const range = readRange(value);
      if (!range) return false;
      take(range);
      words.set(value, rangeWords(range));
      return true;
    },
    'This is no range of employees.',
  );
  return { ...outcome, understood: outcome.understood.map((value) => words.get(value) ?? value) };
}

export interface Range {
  min: number | null;
  max: number | null;
}

/** `11,20`, a bare `10001`, `10001,0` and `10001,` for no end, `,1` for no begin; null: no range. */
function readRange(value: string): Range | null {
  const match = /^(\d{0,9})(?:,(\d{0,9}))?$/.exec(value);
  if (!match) return null;
  const [, min = '', max = ''] = match;
  const most = Number(max) || null;
  const least = min === '' ? null : Number(min);
  const any = most === null && !least;
  return any || (most !== null && least !== null && least > most) ? null : { min: least, max: most };
}

/** "11 to 20", "10,001 or more", "up to 10". */
function rangeWords({ min, max }: Range): string {
  const words = (value: number) => value.toLocaleString('en-US');
  if (max === null) return `${words(min ?? 0)} or more`;
  if (min === null) return `up to ${words(max)}`;
  return min === max ? words(min) : `${words(min)} to ${words(max)}`;
}
