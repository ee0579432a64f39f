/** How a cell shows its number, as far as its text depends on it. */
export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'percent' }
  | { kind: 'digits'; mask: string }
  | { kind: 'date'; hasDate: boolean; hasTime: boolean; isElapsed: boolean };

const PLAIN: NumberFormat = { kind: 'plain' };
const DATE: NumberFormat = { kind: 'date', hasDate: true, hasTime: false, isElapsed: false };
const TIME: NumberFormat = { kind: 'date', hasDate: false, hasTime: true, isElapsed: false };
const DATE_TIME: NumberFormat = { kind: 'date', hasDate: true, hasTime: true, isElapsed: false };
const ELAPSED: NumberFormat = { kind: 'date', hasDate: false, hasTime: true, isElapsed: true };

/** The formats that files name by number only. 27 to 36 and 50 to 58 are dates of East Asian versions. */
export function builtInFormat(id: number): NumberFormat {
  if (id === 9 || id === 10) return { kind: 'percent' };
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58)) return DATE;
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return TIME;
  if (id === 22) return DATE_TIME;
  return id === 46 ? ELAPSED : PLAIN;
}

const CODE_MAX_CHARS = 300;

/** What a number format says: `yyyy-mm-dd`, `[h]:mm`, `00000`, `0.0%`. Only its first section counts. */
export function readNumberFormat(code: string): NumberFormat {
  const [section = ''] = code.slice(0, CODE_MAX_CHARS).split(';');
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(section);
  const bare = section
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general|standard/gi, '');
  const hasDate =
    /[yd]|e(?![+-])|m{3}/i.test(bare) || /^[^hs]*m[^hs]*$/i.test(bare.replace(/am\/pm|a\/p/gi, ''));
  const hasTime = /[hs]/i.test(bare);
  if (isElapsed) return ELAPSED;
  if ((hasDate || hasTime) && !/[#?]/.test(bare)) return { kind: 'date', hasDate, hasTime, isElapsed: false };
  if (bare.includes('%')) return { kind: 'percent' };
  const mask = section.replace(/"([^"]*)"|\\(.)/g, '$1$2').replace(/\[[^\]]*\]/g, '');
  // "00000", "+0", "000-00-0000": digits with signs between. A plain # or 0 changes nothing.
  if (/^[+\-() /0#]*$/.test(mask) && (/0{2}|##/.test(mask) || /[+\-() /]/.test(mask)) && /[0#]/.test(mask))
    return { kind: 'digits', mask };
  return PLAIN;
}

const DAY_MS = 86_400_000;
/** Days from the first day of the 1900 system to that of the 1904 system. */
const DAYS_TO_1904 = 1462;
const LAST_DAY = 2_958_465;
/** 1899-12-30: with it, days after the 29th of February 1900 are right, which only spreadsheets have. */
const EPOCH = Date.UTC(1899, 11, 30);
const FIRST_RIGHT_DAY = 61;

/** The text of a number cell: dates as 2026-03-05, long numbers with all of their digits. `raw`: as stored. */
export function numberText(raw: string, format: NumberFormat, is1904: boolean): string {
  const text = raw.trim();
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) return text;
  switch (format.kind) {
    case 'date':
      return dateText(value, format, is1904) ?? plainText(text, value);
    case 'percent':
      return `${plainText('', value * 100)}%`;
    case 'digits':
      return Number.isInteger(value) && value >= 0
        ? masked(plainText(text, value), format.mask)
        : plainText(text, value);
    case 'plain':
      return plainText(text, value);
  }
}

/** Excel keeps 15 digits; the others of a stored number are noise, but not of one that is written in full. */
function plainText(text: string, value: number): string {
  if (/^-?\d+$/.test(text)) return text;
  const rounded = Number(value.toPrecision(15));
  const short = String(rounded);
  if (!short.includes('e')) return short;
  const [digits = '', zeros] = short.split('e+');
  // From 1e21 on. As a whole number it would have the noise of its binary form.
  if (zeros !== undefined) {
    const [whole = '', fraction = ''] = digits.split('.');
    return whole + fraction.padEnd(Number(zeros), '0');
  }
  const places = 15 - Math.floor(Math.log10(Math.abs(rounded))) - 1;
  // More places than toFixed writes.
  if (places > 100) return short;
  return rounded.toFixed(places).replace(/0+$/, '').replace(/\.$/, '');
}

/** 1234 with "00000" -> "01234", and with "000-0000" -> "000-1234" */
function masked(digits: string, mask: string): string {
  const first = mask.search(/[0#]/);
  const firstZero = mask.indexOf('0');
  let left = digits.length;
  let result = '';
  for (let at = mask.length - 1; at >= 0; at -= 1) {
    const char = mask[at] as string;
    if (char !== '0' && char !== '#') {
      // A sign that no digit follows is left out: "-" of "###-####" with four digits.
      const hasMore = left > 0 || (firstZero >= 0 && firstZero < at);
      if (hasMore || at < first || at > mask.lastIndexOf('0')) result = char + result;
    } else if (left > 0) {
      // More digits than places go before the first one.
      const taken = at === first ? left : 1;
      result = digits.slice(left - taken, left) + result;
      left -= taken;
    } else if (char === '0') result = `0${result}`;
  }
  return result;
}

function dateText(
  value: number,
  { hasDate, hasTime, isElapsed }: Extract<NumberFormat, { kind: 'date' }>,
  is1904: boolean,
): string | null {
  if (isElapsed) return value < 0 ? null : elapsedText(value);
  const serial = value + (is1904 ? DAYS_TO_1904 : 0);
  if (serial < 0 || serial >= LAST_DAY + 1) return null;
  // In the 1900 system, a day before the first one is none: programs show 0 as January 0.
  const isDay = serial >= 1 || is1904;
  if (!isDay && hasDate && !hasTime) return null;
  let day = Math.floor(serial);
  let seconds = Math.round((serial - day) * 86_400);
  if (seconds === 86_400) {
    day += 1;
    seconds = 0;
  }
  const time = clockText(seconds);
  // A format without a date can show a time of today, and one with only a date has a time in some files.
  if (!hasDate || !isDay) return time;
  const date = dayText(day, is1904);
  return hasTime ? `${date} ${time}` : date;
}

function dayText(day: number, is1904: boolean): string {
  if (!is1904 && day === FIRST_RIGHT_DAY - 1) return '1900-02-29';
  const shift = !is1904 && day < FIRST_RIGHT_DAY ? 1 : 0;
  return new Date(EPOCH + (day + shift) * DAY_MS).toISOString().slice(0, 10);
}

function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = seconds % 60;
  const minutes = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return rest === 0 ? minutes : `${minutes}:${two(rest)}`;
}

/** 1.5 days -> "36:00" */
function elapsedText(value: number): string {
  return clockText(Math.round(value * 86_400));
}
