import { longForms, shortForms } from '#engines/person-names/nicknames.ts';
import { isInitial, isParticle, type PersonName } from '#engines/person-names/person-name.ts';
import {
  isSyllabic,
  romanize,
  romanizeFamilyName,
  type Spelling,
  splitSyllables,
} from '#engines/person-names/romanize.ts';
import {
  type Form,
  firstLetters,
  joinForms,
  mergeForms,
  scaleForms,
} from '#engines/person-names/weighted-forms.ts';

/** The forms of each pattern slot; empty if the name lacks that part. */
export interface NameForms {
  first: Form[];
  last: Form[];
  f: Form[];
  l: Form[];
  m: Form[];
}

/**
 * Form weights are estimates. They order candidates within a pattern and matter less than the pattern shares.
 */
const NICKNAME = { stated: 0.35, short: 0.05, long: 0.12 };

export function nameForms(name: PersonName, spelling: Spelling): NameForms {
  const first = givenForms(name, spelling);
  const last = familyForms(name.family, spelling);
  const compound = compoundInitials(name, spelling);
  const initial = romanize(name.given[0] ?? '', spelling).map((form) => ({
    ...form,
    text: form.text.slice(0, 1),
  }));
  return {
    first,
    last: last.filter(({ text }) => text.length > 1 || name.family.every((word) => !isInitial(word))),
    // A given name may consist of only an initial.
    f: mergeForms([
      ...scaleForms(first.length > 0 ? firstLetters(first) : initial, compound ? 0.7 : 1),
      ...(compound ? [{ text: compound, weight: 0.3 }] : []),
    ]),
    l: firstLetters(last),
    m: mergeForms([
      ...scaleForms(firstLetters(romanize(name.middle ?? '', spelling)), 1),
      ...(name.middle === null ? firstLetters(romanize(name.given[1] ?? '', spelling)) : []),
    ]),
  };
}

function givenForms(name: PersonName, spelling: Spelling): Form[] {
  const words = name.given.filter((word) => !isInitial(word));
  const [firstGiven, second] = words;
  if (firstGiven === undefined) return nicknameOnly(name, spelling);
  const one = hyphenForms(firstGiven, { kept: 0.42, joined: 0.33, first: 0.2, last: 0.05 }, (piece) =>
    romanize(piece, spelling),
  );
  const two = second === undefined ? [] : romanize(second, spelling);
  const both =
    second === undefined
      ? one
      : mergeForms([
          ...scaleForms(one, 0.68),
          ...scaleForms(joinForms([one, two], ''), 0.17),
          ...scaleForms(joinForms([one, two], '-'), 0.05),
          ...scaleForms(joinForms([one, two], '.'), 0.04),
          ...scaleForms(two, 0.06),
        ]);
  const others = nicknames(name, one[0]?.text ?? '', spelling);
  const left = 1 - others.reduce((sum, { weight }) => sum + weight, 0);
  return mergeForms([...scaleForms(both, left), ...others]);
}

function nicknameOnly(name: PersonName, spelling: Spelling): Form[] {
  return name.nickname === null ? [] : romanize(name.nickname, spelling);
}

function nicknames(name: PersonName, firstGiven: string, spelling: Spelling): Form[] {
  if (name.nickname !== null) return scaleForms(romanize(name.nickname, spelling), NICKNAME.stated);
  const share = (all: string[], total: number) =>
    all.map((text, index) => ({ text, weight: total * 0.5 ** index }));
  return [...share(shortForms(firstGiven), NICKNAME.short), ...share(longForms(firstGiven), NICKNAME.long)];
}

/** Initials of compound names: jp for Jean-Pierre, xm for 小明. Null for other names. */
function compoundInitials(name: PersonName, spelling: Spelling): string | null {
  const [firstGiven = ''] = name.given;
  const pieces = isSyllabic(firstGiven) ? splitSyllables(firstGiven) : firstGiven.split('-');
  if (pieces.length < 2) return null;
  return pieces.map((piece) => romanize(piece, spelling)[0]?.text.slice(0, 1) ?? '').join('');
}

function familyForms(family: readonly string[], spelling: Spelling): Form[] {
  const wordForms = (word: string) =>
    isArticle(word)
      ? articleForms(word, spelling)
      : hyphenForms(word, { kept: 0.42, joined: 0.33, first: 0.13, last: 0.12 }, (piece) =>
          romanizeFamilyName(piece, spelling),
        );
  const core = family.filter((word) => !isParticle(word));
  if (core.length === 0) return joinForms(family.map(wordForms), '');
  if (core.length === family.length) return surnameForms(core.map(wordForms));
  const coreForms = surnameForms(core.map(wordForms));
  const all = family.map(wordForms);
  return mergeForms([
    ...scaleForms(joinForms(all, ''), 0.6),
    ...scaleForms(coreForms, 0.3),
    ...scaleForms(joinForms(all, '-'), 0.06),
    ...scaleForms(joinForms(all, '.'), 0.04),
  ]);
}

/** With several surnames, Spanish addresses use the first, Portuguese ones the last, and some use both. */
function surnameForms(words: Form[][]): Form[] {
  const [one, ...more] = words;
  const last = more.at(-1);
  if (!one || !last) return one ?? [];
  return mergeForms([
    ...scaleForms(one, 0.38),
    ...scaleForms(last, 0.3),
    ...scaleForms(joinForms(words, ''), 0.22),
    ...scaleForms(joinForms(words, '-'), 0.07),
    ...scaleForms(joinForms(words, '.'), 0.03),
  ]);
}

/** al-Rashid, el-Sayed: the article is a particle with a hyphen. */
function isArticle(word: string): boolean {
  return /^(?:al|el|ad|ar|as|at|az|ash)-./.test(word);
}

function articleForms(word: string, spelling: Spelling): Form[] {
  const article = word.slice(0, word.indexOf('-'));
  const name = romanize(word.slice(article.length + 1).replaceAll('-', ''), spelling);
  return mergeForms(
    name.flatMap(({ text, weight }) => [
      { text: `${article}${text}`, weight: weight * 0.55 },
      { text: `${article}-${text}`, weight: weight * 0.2 },
      { text, weight: weight * 0.25 },
    ]),
  );
}

/** Forms of a hyphenated word: hyphen kept, parts joined, or one part only. */
function hyphenForms(
  word: string,
  share: { kept: number; joined: number; first: number; last: number },
  plain: (piece: string) => Form[],
): Form[] {
  const pieces = word.split('-').filter(Boolean);
  const forms = pieces.map((piece) => apostropheForms(piece, plain));
  if (forms.length < 2) return forms[0] ?? [];
  return mergeForms([
    ...scaleForms(joinForms(forms, '-'), share.kept),
    ...scaleForms(joinForms(forms, ''), share.joined),
    ...scaleForms(forms[0] ?? [], share.first),
    ...scaleForms(forms.at(-1) ?? [], share.last),
  ]);
}

function apostropheForms(word: string, plain: (piece: string) => Form[]): Form[] {
  const pieces = word.split("'").filter(Boolean);
  if (pieces.length < 2) return plain(pieces[0] ?? '');
  const parts = pieces.map((piece) => plain(piece));
  return mergeForms([
    ...scaleForms(joinForms(parts, ''), 0.92),
    ...scaleForms(joinForms(parts, "'"), 0.04),
    ...scaleForms(parts.at(-1) ?? [], 0.03),
    ...scaleForms(joinForms(parts, '-'), 0.01),
  ]);
}
