import { sameCountryNames } from '#engines/country-names/country-names.ts';

/** Word characters, including + and # for C++ and C#. */
const NO_WORD = /[^\p{L}\p{M}\p{N}+#]+/u;

/** The words of a text: "Head of Sales-Operations" -> Head, of, Sales, Operations. */
export function splitWords(text: string): string[] {
  return text.split(NO_WORD).filter(Boolean);
}

/** Names of the same title, as lowercase words: a search for one finds all of them. */
const SAME_TITLE: readonly (readonly string[])[] = [
  ['ceo', 'chief executive officer'],
  ['cfo', 'chief financial officer', 'chief finance officer'],
  ['coo', 'chief operating officer', 'chief operations officer'],
  ['cto', 'chief technology officer', 'chief technical officer'],
  ['cmo', 'chief marketing officer'],
  ['cio', 'chief information officer'],
  ['ciso', 'chief information security officer'],
  ['chro', 'chief human resources officer', 'chief hr officer'],
  ['cro', 'chief revenue officer'],
  ['vp', 'vice president'],
  ['svp', 'senior vice president', 'sr vice president', 'senior vp', 'sr vp'],
  ['evp', 'executive vice president', 'executive vp'],
  ['avp', 'assistant vice president', 'associate vice president', 'assistant vp', 'associate vp'],
  ['senior', 'sr'],
  ['junior', 'jr'],
  ['hr', 'human resources'],
  ['it', 'information technology'],
];

/** What a search for a name finds too, but not the other way around. */
const ALSO_TITLE: Readonly<Record<string, readonly string[]>> = {
  vp: ['svp', 'evp', 'avp'],
  'vice president': ['svp', 'evp', 'avp'],
  md: ['managing director'],
  gm: ['general manager'],
  pm: ['product manager', 'project manager'],
  cpo: ['chief product officer', 'chief people officer', 'chief procurement officer'],
  cso: ['chief security officer', 'chief strategy officer', 'chief sales officer'],
  cdo: ['chief data officer', 'chief digital officer'],
  cco: ['chief commercial officer', 'chief customer officer', 'chief compliance officer'],
};

/** Titles after which "of" can be left out: "VP of Sales" is "VP Sales". */
const WITH_OF = new Set(['vp', 'svp', 'evp', 'avp'].flatMap((name) => [name, ...sameTitles(name)]));

/** The other names of the title that `name` belongs to. */
function sameTitles(name: string): readonly string[] {
  return SAME_TITLE.find((group) => group.includes(name))?.filter((other) => other !== name) ?? [];
}

/** The other names of the country with this name. */
function samePlaces(name: string): readonly string[] {
  return sameCountryNames(name).filter((other) => other !== name);
}

/** At most this many forms of one keyword are searched. A country has up to about 80 names. */
const MAX_FORMS = { title: 24, place: 100 };
/** The most words of one name. */
const MAX_NAME_WORDS = 4;

/** Which names a column has: job titles or places. Other columns have none. */
export type NameKind = 'title' | 'place' | null;

/**
 * All forms of a keyword's words, itself first: "vp sales" -> "vp sales", "vice president of sales", and so
 * on. At most 24 of a title and 100 of a place. `words` are folded (folded-text.ts).
 */
export function wordForms(words: readonly string[], kind: NameKind): string[] {
  const most = kind === null ? 1 : MAX_FORMS[kind];
  let forms: string[][] = [[]];
  for (let index = 0; index < words.length; ) {
    const { length, names } = nameAt(words, index, kind);
    forms = forms.flatMap((form) => names.map((name) => [...form, name])).slice(0, most);
    index += length;
    if (kind === 'title' && names.some((name) => WITH_OF.has(name)) && words.length > index) {
      if (words[index] === 'of') index += 1;
      if (words.length > index) {
        forms = forms.flatMap((form) => [form, [...form, 'of']]).slice(0, most);
      }
    }
  }
  return [...new Set([words.join(' '), ...forms.map((form) => form.join(' '))])].slice(0, most);
}

/** The longest name that starts at a word, with its other names; or the word alone. */
function nameAt(
  words: readonly string[],
  index: number,
  kind: NameKind,
): { length: number; names: string[] } {
  for (let length = Math.min(MAX_NAME_WORDS, words.length - index); kind && length > 0; length -= 1) {
    const name = words.slice(index, index + length).join(' ');
    const others = [
      ...(kind === 'title' ? sameTitles(name) : samePlaces(name)),
      ...(kind === 'title' && Object.hasOwn(ALSO_TITLE, name) ? (ALSO_TITLE[name] ?? []) : []),
    ];
    if (others.length > 0) return { length, names: [name, ...others] };
  }
  return { length: 1, names: [words[index] ?? ''] };
}

/** Short titles that are often written with dots: "v.p." */
const DOTTED = new Set(['vp', 'svp', 'evp', 'ceo', 'cfo', 'coo', 'cto', 'cmo', 'cio', 'hr']);

/** The dotted form of a title that is often written so ("vp" -> "v.p"), else null. */
export function dottedForm(form: string): string | null {
  const [first = '', ...rest] = form.split(' ');
  return DOTTED.has(first) ? [[...first].join('.'), ...rest].join(' ') : null;
}
