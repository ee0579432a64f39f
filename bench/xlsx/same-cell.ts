import { z } from 'zod';

/** A cell that openpyxl read: row and column from 1, kind, value and number format. */
export const OtherCell = z.tuple([
  z.number(),
  z.number(),
  z.enum(['text', 'number', 'truth', 'error', 'date', 'time', 'elapsed']),
  z.union([z.string(), z.number(), z.boolean()]),
  z.string(),
]);
export type OtherCell = z.infer<typeof OtherCell>;

const RELATIVE = 1e-12;

/** Is a text of ours what the other reader found? Dates of ours have the parts that their format shows. */
export function isSameCell(text: string, [, , kind, value, format]: OtherCell): boolean {
  switch (kind) {
    case 'text':
      return text === value;
    case 'truth':
      return text === (value ? 'TRUE' : 'FALSE');
    case 'error':
      return text === '';
    case 'number':
      return isSameNumber(text, Number(value), format);
    case 'date':
      return isSameDate(text, String(value));
    case 'time':
      return isSameTime(text, secondsOf(String(value)), format);
    case 'elapsed':
      return text === clock(Number(value));
  }
}

function isSameNumber(text: string, value: number, format: string): boolean {
  const isNear = (given: number) => Math.abs(given - value) <= RELATIVE * Math.max(Math.abs(value), 1e-300);
  if (text.endsWith('%')) return format.includes('%') && isNear(Number(text.slice(0, -1)) / 100);
  if (text !== '' && isNear(Number(text))) return true;
  // Digits with signs between, such as phones and postal codes: the same digits.
  const digits = text.replace(/[+\-() /]/g, '').replace(/^0+(?=\d)/, '');
  return /0{2}|##|[+\-()/ ]/.test(format) && /^\d+$/.test(digits) && Number(digits) === value;
}

/** "2026-03-05T13:30:00" and "2026-03-05 13:30", "2026-03-05" or "13:30", to the second. */
function isSameDate(text: string, iso: string): boolean {
  const [date = '', time = '00:00:00'] = iso.split('T');
  const [ourDate, ourTime] = text.includes('-') ? text.split(' ') : [undefined, text];
  let seconds = secondsOf(time);
  let day = Date.parse(`${date}T00:00:00Z`);
  if (seconds === 86_400) {
    seconds = 0;
    day += 86_400_000;
  }
  if (ourDate !== undefined && ourDate !== new Date(day).toISOString().slice(0, 10)) return false;
  return ourTime === undefined || ourTime === clock(seconds);
}

/** openpyxl calls each number below 1 a time. With a format that shows no time, ours is the number. */
function isSameTime(text: string, seconds: number, format: string): boolean {
  return /[hs]/i.test(format)
    ? text === clock(seconds)
    : text !== '' && Math.round(Number(text) * 86_400) === seconds;
}

/** "13:30:00.4" -> 48,600 */
function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return Math.round(hours * 3600 + minutes * 60 + seconds);
}

/** 48,600 -> "13:30" */
function clock(value: number): string {
  const total = Math.round(value);
  const two = (part: number) => String(part).padStart(2, '0');
  const rest = total % 60;
  const minutes = `${two(Math.floor(total / 3600))}:${two(Math.floor(total / 60) % 60)}`;
  return rest === 0 ? minutes : `${minutes}:${two(rest)}`;
}
