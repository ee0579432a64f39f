import { formatNumber } from '../../../lib/format.ts';

/** Minimum and maximum LinkedIn connections. */
export interface Bounds {
  min: string;
  max: string;
}

const HIGHEST = 999_999_999;
/** Commas and spaces can separate thousands. Dots are rejected, because they could also be decimal points. */
const WHOLE_NUMBER = /^(?:\d+|\d{1,3}(?:[, \u00a0\u202f]\d{3})+)$/;

/**
 * A typed bound -> its digits: "1,000" -> "1000", "" -> "". Null unless it is a whole number up to
 * 999,999,999.
 */
export function readBound(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return '';
  if (!WHOLE_NUMBER.test(trimmed)) return null;
  const number = Number(trimmed.replace(/\D/g, ''));
  return number <= HIGHEST ? String(number) : null;
}

type ReadBounds =
  | { bounds: Bounds; errors: null }
  | { bounds: null; errors: { [name in keyof Bounds]?: string } };

/** Both bounds as typed -> the bounds to apply, or error messages. */
export function readBounds(typed: Bounds): ReadBounds {
  const min = readBound(typed.min);
  const max = readBound(typed.max);
  if (min === null || max === null) {
    return {
      bounds: null,
      errors: {
        ...(min === null && { min: boundError('Min', typed.min) }),
        ...(max === null && { max: boundError('Max', typed.max) }),
      },
    };
  }
  if (min !== '' && max !== '' && Number(min) > Number(max)) {
    return { bounds: null, errors: { max: "Max can't be below Min." } };
  }
  return { bounds: { min, max }, errors: null };
}

function boundError(label: string, text: string): string {
  return WHOLE_NUMBER.test(text.trim())
    ? `${label} can't exceed ${formatNumber(HIGHEST)}.`
    : `${label} must be a whole number, such as 500.`;
}
