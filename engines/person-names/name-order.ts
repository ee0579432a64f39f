import { isShortFamilyName, isVietnameseName, startsWithAsianFamily } from './asian-names.ts';
import {
  CYRILLIC_GIVEN,
  GREEK_GIVEN,
  HUNGARIAN_FAMILY,
  HUNGARIAN_GIVEN,
  IBERIAN_FAMILY,
  IBERIAN_GIVEN,
} from './known-names.ts';
import { isParticle, isShouted } from './name-words.ts';
import { familyNameLength, isSyllabic } from './romanize.ts';

/** A name in two parts, each with spaces between its words. */
export interface SplitName {
  given: string;
  family: string;
}

/** Given names with an article: María del Carmen, Rosa de los Ángeles. */
const DEVOTIONS = new Set(
  'carmen pilar rosario angeles luz dolores mercedes rocio sol mar socorro consuelo refugio milagros nieves fatima lourdes jesus'.split(
    ' ',
  ),
);
const PATRONYMIC =
  /(?:ович|евич|йович|ьич|овна|евна|ївна|івна|инична|ична)$|(?:ovich|evich|ovych|evych|ovna|evna|ivna)$/;
const CYRILLIC_FAMILY =
  /(?:ов|ев|ёв|єв|їв|ин|ын|ский|цкий|ський|цький|ова|ева|ёва|ина|ына|ская|цкая|ська|цька|енко|чук|щук|юк|дзе|швили|ян|янц|их|ых)$/;
const KANA_ONLY = /^[\p{Script=Katakana}ー]+$/u;
const CJK = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;

/** Splits the words of a full name. One word is a given name, unless it is Chinese, Japanese or Korean. */
export function splitWords(words: readonly string[]): SplitName {
  const [only = ''] = words;
  if (words.length === 1) return splitSyllabic(only);
  const splitters = [splitCjk, splitByCapitals, splitFamilyFirst, splitIberian];
  for (const split of splitters) {
    const found = split(words);
    if (found) return found;
  }
  return cut(words, familyStart(words));
}

function cut(words: readonly string[], start: number): SplitName {
  return { given: words.slice(0, start).join(' '), family: words.slice(start).join(' ') };
}

function familyFirst(words: readonly string[], length = 1): SplitName {
  return { given: words.slice(length).join(' '), family: words.slice(0, length).join(' ') };
}

function splitSyllabic(only: string): SplitName {
  if (!isSyllabic(only) || [...only].length < 2) return { given: only, family: '' };
  const length = familyNameLength(only);
  return { given: only.slice(length), family: only.slice(0, length) };
}

/** 田中 太郎 has its family name first, ジョン・スミス last. */
function splitCjk(words: readonly string[]): SplitName | null {
  if (words.length !== 2 || !words.every((word) => CJK.test(word))) return null;
  return words.every((word) => KANA_ONLY.test(word)) ? null : familyFirst(words);
}

/** `TANAKA Hiroshi` and `Hiroshi TANAKA`: the family name in capitals, in many countries. null for other names. */
function splitByCapitals(words: readonly string[]): SplitName | null {
  const isFamily = words.map((word) => isShouted(word) && (word.length > 2 || isShortFamilyName(word)));
  const start = isFamily.indexOf(true);
  const end = isFamily.lastIndexOf(true) + 1;
  if (start < 0 || words.slice(start, end).some((word) => !isShouted(word))) return null;
  // DE LA TOUR, von NEUMANN
  let from = start;
  while (from > 0 && isParticle((words[from - 1] ?? '').toLowerCase())) from -= 1;
  // In ANNA von Weber, the given name is in capitals.
  if (from === 0 && isParticle(words[end] ?? '')) return null;
  if (from === 0 && end < words.length) return familyFirst(words, end);
  return from > 0 && end === words.length ? cut(words, from) : null;
}

/** Names of countries where the family name comes first, if their words say so. */
function splitFamilyFirst(words: readonly string[]): SplitName | null {
  const isFirst =
    startsWithAsianFamily(words) || isHungarian(words) || isGreek(words) || startsWithSlavicFamily(words);
  if (isFirst) return familyFirst(words);
  // Kissné Varga Ilona: the name of the husband, and the woman's own.
  const [husband = '', ...own] = words;
  return husband.endsWith('né') && own.length > 1 && isHungarian(own) ? familyFirst(words, 2) : null;
}

function isHungarian(words: readonly string[]): boolean {
  const [first = '', ...rest] = words.map((word) => word.toLowerCase());
  const given = rest.filter((word) => HUNGARIAN_GIVEN.has(word));
  if (given.length < rest.length || rest.length > 2) return false;
  const parts = first.replace(/né$/, '').split('-');
  const isFamily = parts.some((part) => HUNGARIAN_FAMILY.has(part));
  // Families are named Balázs and Máté, too.
  if (HUNGARIAN_GIVEN.has(first)) return isFamily && !rest.some((word) => HUNGARIAN_FAMILY.has(word));
  return isFamily || rest.some((word) => /[áéíóöőúüű]/.test(word));
}

function isGreek(words: readonly string[]): boolean {
  const [first = '', last = ''] = words.map((word) => word.toLowerCase());
  return words.length === 2 && GREEK_GIVEN.has(last) && !GREEK_GIVEN.has(first);
}

/** Иванов Иван, Иванова Мария Сергеевна, Ivanov Ivan Petrovich. */
function startsWithSlavicFamily(words: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = words.map((word) => word.toLowerCase());
  if (words.length === 3) return PATRONYMIC.test(third) && !PATRONYMIC.test(second);
  const isFamily = (word: string) => CYRILLIC_FAMILY.test(word) && !CYRILLIC_GIVEN.has(word);
  return words.length === 2 && isFamily(first) && !isFamily(second);
}

/** Juan García López and João Costa Silva have two family names, Juan Carlos Pérez has one. */
function splitIberian(words: readonly string[]): SplitName | null {
  if (words.length < 3 || words.length > 4) return null;
  const plain = words.map((word) => word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''));
  const [first = ''] = plain;
  const before = plain.at(-2) ?? '';
  if (!IBERIAN_GIVEN.has(first) || !IBERIAN_FAMILY.has(before)) return null;
  if (words.length === 4 && !IBERIAN_GIVEN.has(plain[1] ?? '')) return null;
  return cut(words, words.length - 2);
}

/** Where the family name starts: at its first particle, else at the last word. */
function familyStart(words: readonly string[]): number {
  const lower = words.map((word) => word.toLowerCase());
  const last = words.length - 1;
  let from = 1;
  const devotion = devotionEnd(lower);
  if (devotion !== null && devotion < words.length) from = devotion;
  for (let index = from; index < last; index += 1) {
    const word = lower[index] ?? '';
    // Abd El Rahman is one given name.
    if (/^(?:abd|abdel|abdul|abu)$/.test(lower[index - 1] ?? '') && index + 1 < last) continue;
    // Jón Ó. Sigurðsson
    if (word === 'ó' && /(?:son|dóttir)$/.test(lower[index + 1] ?? '')) continue;
    if (isParticle(word)) return /^[yi]$/.test(word) && index > 1 ? index - 1 : index;
    // A letter between two family names, as in Catalan.
    if (word === 'i' && words[index] === 'i' && index > 1) return index - 1;
  }
  return last;
}

/** The index after `María del Carmen` or `Rosa de los Ángeles`; null for other names. */
function devotionEnd(lower: readonly string[]): number | null {
  const at = lower.findIndex((word) => word === 'del' || word === 'de');
  if (at < 1) return null;
  const article = lower[at] === 'de' && /^(?:la|los|las)$/.test(lower[at + 1] ?? '') ? 2 : 1;
  const noun = (lower[at + article] ?? '').normalize('NFD').replace(/\p{M}/gu, '');
  return (lower[at] === 'del' || article === 2) && DEVOTIONS.has(noun) ? at + article + 1 : null;
}

/** The given names in the order of addresses: those of Vietnam use the last one, as in an.nguyen. */
export function addressOrder(given: readonly string[], family: readonly string[]): readonly string[] {
  const last = given.at(-1);
  if (given.length < 2 || last === undefined || !isVietnameseName([...family, ...given])) return given;
  return [last, ...given.slice(0, -1)];
}
