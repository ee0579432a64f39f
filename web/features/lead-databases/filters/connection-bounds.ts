import { formatNumber } from '../../../lib/format.ts';

/** LinkedIn connections from and to. */
export interface Bounds {
  min: string;
  max: string;
}

const HIGHEST = 999_999_999;
/** In threes a comma or a space may stand between; a point may mean thousands or tenths, so it means nothing. */
const WHOLE_NUMBER = /^(?:\d+|\d{1,3}(?:[, \u00a0\u202f]\d{3})+)$/;

/** A bound as it is typed -> its digits: "1,000" -> "1000", "" -> "". Null for what is no whole number up to 999,999,999. */
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

/** Both bounds as they are typed -> what to search by, or what is wrong in words. */
export function readBounds(typed: Bounds): ReadBounds {
  const min = readBound(typed.min);
  const max = readBound(typed.max);
  if (min === null || max === null) {
    return {
      bounds: null,
      errors: {
        ...(min === null && { min: fault('Min', typed.min) }),
        ...(max === null && { max: fault('Max', typed.max) }),
      },
    };
  }
  if (min !== '' && max !== '' && Number(min) > Number(max)) {
    return { bounds: null, errors: { max: 'Max is below Min: nobody can match.' } };
  }
  return { bounds: { min, max }, errors: null };
}

function fault(label: string, text: string): string {
  return WHOLE_NUMBER.test(text.trim())
    ? `${label} can be ${formatNumber(HIGHEST)} at most.`
    : `${label} must be a whole number, such as 500.`;
}
