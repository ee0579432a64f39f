import { percentDecoded, rot13 } from './encoded-email.ts';
import { findEmails, type TextEmail } from './find-emails.ts';
import { fromCodes } from './script-strings.ts';
import type { ScriptToken } from './script-tokens.ts';

const MAX_CANDIDATES = 60;
const MIN_CHARS = 6;
const MAX_CHARS = 4000;
const MAX_LAYERS = 12;

/** Changes the code of one character. */
type Shift = (code: number) => number;

/**
 * Finds addresses that a script decodes in a loop: character codes or a string with a fixed number added,
 * subtracted or XORed (`String.fromCharCode(s.charCodeAt(i) - 3)`), ROT13, the order list of Email Encoder
 * Bundle, and Hivelogic's Enkoder. Reads the numbers from the script and never runs it.
 */
export function findCodedEmails(script: string, tokens: readonly ScriptToken[]): TextEmail[] {
  if (!/fromCharCode|charAt|kode|uers=|znvygb/.test(script)) return [];
  const strings = tokens.flatMap(({ kind, text }) =>
    kind === 'string' || kind === 'template' ? [text] : [],
  );
  const texts = [
    ...decodedLists(script, tokens),
    ...shiftedStrings(script, strings),
    ...reordered(script, strings),
    ...enkoded(script),
    ...rotated(script, strings),
  ];
  return texts.flatMap(onlyAddresses);
}

/** Decoded text counts only if it is a link or consists of an address. */
function onlyAddresses(text: string): TextEmail[] {
  const plain = percentDecoded(text.trim());
  if (!/mailto:/i.test(plain) && !/^\s*[^\s@]{1,64}@[^\s@]{3,}\s*$/.test(plain)) return [];
  return findEmails(plain);
}

/** The shifts that the script applies to character codes. Always includes none. */
function findShifts(script: string): Shift[] {
  const shifts: Shift[] = [(code) => code];
  const amounts =
    /(?:charCodeAt\([^()]{0,40}\)|\[\s*\w{1,20}\s*\]|\b\w{1,12})\s*([-+^])\s*(0x[\da-f]+|\d{1,3})\b/gi;
  for (const [, sign, written] of script.matchAll(amounts)) {
    const amount = Number(written);
    if (amount === 0 || shifts.length > 12) continue;
    if (sign === '-') shifts.push((code) => code - amount);
    else if (sign === '+') shifts.push((code) => code + amount);
    else shifts.push((code) => code ^ amount);
  }
  return shifts;
}

function applied(codes: readonly number[], shift: Shift): string | null {
  return fromCodes(codes.map(shift));
}

/** Lists of numbers, or strings of numbers, that become characters. */
function decodedLists(script: string, tokens: readonly ScriptToken[]): string[] {
  if (!script.includes('fromCharCode')) return [];
  const lists: number[][] = [];
  let list: number[] = [];
  const flush = (): void => {
    if (list.length >= MIN_CHARS && lists.length < MAX_CANDIDATES) lists.push(list);
    list = [];
  };
  for (const { kind, text } of tokens) {
    if (kind === 'name' && /^(?:0x[\da-f]{1,4}|\d{1,5})$/i.test(text)) list.push(Number(text));
    else if (kind === 'string' && /^\d{1,3}$/.test(text) && list.length < MAX_CHARS) list.push(Number(text));
    else if (kind === 'string') {
      flush();
      const numbers = /^\d{2,5}(?:[ ,;:|.-]+\d{2,5}){5,}$/.test(text) ? (text.match(/\d+/g) ?? []) : [];
      if (numbers.length > 0) lists.push(numbers.slice(0, MAX_CHARS).map(Number));
    } else if (text !== ',') flush();
  }
  flush();
  const shifts = findShifts(script);
  return lists.flatMap((codes) => shifts.flatMap((shift) => applied(codes, shift) ?? []));
}

function shiftedStrings(script: string, strings: readonly string[]): string[] {
  if (!script.includes('charCodeAt')) return [];
  const shifts = findShifts(script).slice(1);
  return strings
    .filter((text) => text.length >= MIN_CHARS && text.length <= 400)
    .slice(0, MAX_CANDIDATES)
    .flatMap((text) => {
      const codes = Array.from(text, (char) => char.charCodeAt(0));
      return shifts.flatMap((shift) => applied(codes, shift) ?? []);
    });
}

/** Email Encoder Bundle: a string of the used characters and one that lists their order from `0` on. */
function reordered(script: string, strings: readonly string[]): string[] {
  const base = /charCodeAt\([^()]*\)\s*-\s*48\b/.test(script) && script.includes('charAt');
  if (!base) return [];
  const found: string[] = [];
  for (let i = 0; i + 1 < strings.length && i < MAX_CANDIDATES; i += 1) {
    const [letters = '', order = ''] = [strings[i], strings[i + 1]];
    if (letters.length < 4 || order.length < MIN_CHARS || order.length > MAX_CHARS) continue;
    found.push(Array.from(order, (char) => letters[char.charCodeAt(0) - 48] ?? '').join(''));
  }
  return found;
}

function rotated(script: string, strings: readonly string[]): string[] {
  const isRotating = /\b13\b/.test(script) || /rot13/i.test(script);
  if (!isRotating && !script.includes('znvygb')) return [];
  return strings
    .filter((text) => text.includes('znvygb:') || (isRotating && /^[\w.+-]+(?:@|\[at\])[\w.-]+$/.test(text)))
    .slice(0, MAX_CANDIDATES)
    .map(rot13);
}

const KODE = /\b(\w{1,12})\s*=\s*"((?:[^"\\]|\\.)*)"/s;

/**
 * Hivelogic's Enkoder: each layer is a string with code and the one step that decodes the next layer: reversed,
 * shifted or with swapped neighbors.
 */
function enkoded(script: string): string[] {
  if (!/kode/.test(script)) return [];
  let code = script;
  for (let layer = 0; layer < MAX_LAYERS; layer += 1) {
    const match = KODE.exec(code);
    if (!match) break;
    const [whole, , written = ''] = match;
    const text = written.slice(0, MAX_CHARS * 4).replace(/\\(.)/gs, '$1');
    const rest = code.slice(match.index + whole.length);
    code = enkoderStep(text, rest);
    if (/mailto:/i.test(code)) return [code.replaceAll('\\', '')];
  }
  return [];
}

function enkoderStep(text: string, step: string): string {
  // The last step of a layer comes first in the code that follows its string.
  const shift = /charCodeAt\(i\)\s*-\s*(\d{1,2})/.exec(step);
  const swap = step.search(/charAt\(i\s*\+\s*1\)\s*\+\s*\w+\.charAt\(i\)/);
  const reverse = step.search(/reverse\(\)|length\s*-\s*1;\s*i\s*>=\s*0/);
  const starts = [shift?.index ?? -1, swap, reverse].map((index) =>
    index < 0 ? Number.POSITIVE_INFINITY : index,
  );
  const first = Math.min(...starts);
  if (first === Number.POSITIVE_INFINITY) return text;
  if (first === starts[0]) return shiftBack(text, Number(shift![1]));
  if (first === starts[1]) return swapped(text);
  return [...text].reverse().join('');
}

function shiftBack(text: string, amount: number): string {
  return Array.from(text, (char) => {
    const code = char.charCodeAt(0) - amount;
    return String.fromCharCode(code < 0 ? code + 128 : code);
  }).join('');
}

function swapped(text: string): string {
  return text.replace(/(.)(.)/gs, '$2$1');
}
