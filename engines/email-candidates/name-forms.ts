import { longFormsOf, shortFormsOf } from './nicknames.ts';
import { isInitial, isParticle, type PersonName } from './person-name.ts';
import { isSyllabic, romanise, romaniseFamily, type Spelling, syllablesOf } from './romanise.ts';
import { type Form, initialsOf, joinForms, mergeForms, scaleForms } from './weighted-forms.ts';

/** The writings of each slot of the patterns; none where the name does not have that part. */
export interface NameForms {
  first: Form[];
  last: Form[];
  f: Form[];
  l: Form[];
  m: Form[];
}

/** Shares of writings are estimates: they order candidates of one pattern, and are small against the patterns' own. */
const NICKNAME = { stated: 0.35, short: 0.05, long: 0.12 };

export function nameForms(name: PersonName, spelling: Spelling): NameForms {
  const first = givenForms(name, spelling);
  const last = familyForms(name.family, spelling);
  const compound = compoundInitials(name, spelling);
  const initial = romanise(name.given[0] ?? '', spelling).map((form) => ({
    ...form,
    text: form.text.slice(0, 1),
  }));
  return {
    first,
    last: last.filter(({ text }) => text.length > 1 || name.family.every((word) => !isInitial(word))),
    // A given name that is only an initial still is one.
    f: mergeForms([
      ...scaleForms(first.length > 0 ? initialsOf(first) : initial, compound ? 0.7 : 1),
      ...(compound ? [{ text: compound, weight: 0.3 }] : []),
    ]),
    l: initialsOf(last),
    m: mergeForms([
      ...scaleForms(initialsOf(romanise(name.middle ?? '', spelling)), 1),
      ...(name.middle === null ? initialsOf(romanise(name.given[1] ?? '', spelling)) : []),
    ]),
  };
}

function givenForms(name: PersonName, spelling: Spelling): Form[] {
  const words = name.given.filter((word) => !isInitial(word));
  const [callName, second] = words;
  if (callName === undefined) return nicknameOnly(name, spelling);
  const one = hyphenForms(callName, { kept: 0.42, joined: 0.33, first: 0.2, last: 0.05 }, (piece) =>
    romanise(piece, spelling),
  );
  const two = second === undefined ? [] : romanise(second, spelling);
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
  return name.nickname === null ? [] : romanise(name.nickname, spelling);
}

function nicknames(name: PersonName, callName: string, spelling: Spelling): Form[] {
  if (name.nickname !== null) return scaleForms(romanise(name.nickname, spelling), NICKNAME.stated);
  const share = (all: string[], total: number) =>
    all.map((text, index) => ({ text, weight: total * 0.5 ** index }));
  return [...share(shortFormsOf(callName), NICKNAME.short), ...share(longFormsOf(callName), NICKNAME.long)];
}

/** Jean-Pierre is jp as well as j, 小明 is xm as well as x; null for other names. */
function compoundInitials(name: PersonName, spelling: Spelling): string | null {
  const [callName = ''] = name.given;
  const pieces = isSyllabic(callName) ? syllablesOf(callName) : callName.split('-');
  if (pieces.length < 2) return null;
  return pieces.map((piece) => romanise(piece, spelling)[0]?.text.slice(0, 1) ?? '').join('');
}

function familyForms(family: readonly string[], spelling: Spelling): Form[] {
  const wordForms = (word: string) =>
    isArticle(word)
      ? articleForms(word, spelling)
      : hyphenForms(word, { kept: 0.42, joined: 0.33, first: 0.13, last: 0.12 }, (piece) =>
          romaniseFamily(piece, spelling),
        );
  const core = family.filter((word) => !isParticle(word));
  if (core.length === 0) return joinForms(family.map(wordForms), '');
  if (core.length === family.length) return severalSurnames(core.map(wordForms));
  const coreForms = severalSurnames(core.map(wordForms));
  const all = family.map(wordForms);
  return mergeForms([
    ...scaleForms(joinForms(all, ''), 0.6),
    ...scaleForms(coreForms, 0.3),
    ...scaleForms(joinForms(all, '-'), 0.06),
    ...scaleForms(joinForms(all, '.'), 0.04),
  ]);
}

/** Several surnames: Spanish addresses have the first, Portuguese ones the last, some have both. */
function severalSurnames(words: Form[][]): Form[] {
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
  const name = romanise(word.slice(article.length + 1).replaceAll('-', ''), spelling);
  return mergeForms(
    name.flatMap(({ text, weight }) => [
      { text: `${article}${text}`, weight: weight * 0.55 },
      { text: `${article}-${text}`, weight: weight * 0.2 },
      { text, weight: weight * 0.25 },
    ]),
  );
}

/** A word with hyphens or an apostrophe: kept, joined, or only a part of it. */
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
