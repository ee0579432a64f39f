import { formatNumber } from '../../../lib/format.ts';
import { parseWholeNumber } from '../../../lib/whole-number.ts';

/** Minimum and maximum LinkedIn connections. */
export interface Bounds {
  min: string;
  max: string;
}

const HIGHEST = 999_999_999;

/**
 * A typed bound -> its digits: "1,000" -> "1000", "" -> "". Null unless it is a whole number up to
 * 999,999,999.
 */
export function readBound(text: string): string | null {
  if (text.trim() === '') return '';
  const number = parseWholeNumber(text);
  return number !== null && number <= HIGHEST ? String(number) : null;
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
  return parseWholeNumber(text) !== null
    ? `${label} can't exceed ${formatNumber(HIGHEST)}.`
    : `${label} must be a whole number, such as 500.`;
}
