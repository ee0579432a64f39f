const ASCII = 128;
/** Columns of the table: characters that no name has, characters that end a name, then one per letter. */
const OTHER = 0;
const END = 1;
const FIRST_LETTER = 2;
/** States of the table: no known name starts like this, and nothing is read yet. */
const UNKNOWN = 0;
const START = 1;
/** The log2 of the number of columns. */
const SHIFT = 6;

/**
 * Reads the names of tags or attributes in markup. Finds where a name ends and whether it is known in one pass,
 * without copying it. Names are in ASCII, in any case.
 */
export class KnownNames<T> {
  /** where the name that was read last ends */
  end = 0;
  readonly #columns = new Uint8Array(ASCII);
  /** the next state by state and column */
  readonly #next: Uint16Array;
  readonly #values: (T | undefined)[] = [undefined, undefined];

  /** `names`: in lowercase; `enders`: the characters that end a name. */
  constructor(names: readonly (readonly [name: string, value: T])[], enders: string) {
    for (const char of enders) this.#columns[char.charCodeAt(0)] = END;
    const letters = new Set(names.flatMap(([name]) => [...name]));
    for (const [index, letter] of [...letters].entries())
      for (const char of [letter, letter.toUpperCase()])
        this.#columns[char.charCodeAt(0)] = FIRST_LETTER + index;
    const states = names.reduce((sum, [name]) => sum + name.length, START + 1);
    this.#next = new Uint16Array(states << SHIFT);
    for (const [name, value] of names) this.#values[this.#findState(name)] = value;
  }

  /** The state after a name. Creates the missing ones. */
  #findState(name: string): number {
    let state = START;
    for (let i = 0; i < name.length; i += 1) {
      const index = (state << SHIFT) | this.#columns[name.charCodeAt(i)]!;
      if (this.#next[index] === UNKNOWN) this.#next[index] = this.#values.push(undefined) - 1;
      state = this.#next[index]!;
    }
    return state;
  }

  /** The value of a name. */
  named(name: string): T | undefined {
    return name === '' ? undefined : this.read(name, 0);
  }

  /** The value of the name that starts at an offset of a text; undefined if it isn't known. Sets `end`. */
  read(text: string, start: number): T | undefined {
    const columns = this.#columns;
    const next = this.#next;
    let state = START;
    let index = start;
    for (; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      const column = code < ASCII ? columns[code]! : OTHER;
      // The first character belongs to the name, whatever it is.
      if (column === END && index > start) break;
      state = next[(state << SHIFT) | column]!;
    }
    this.end = index;
    return this.#values[state];
  }
}

/** Elements that start and end a line (WHATWG HTML, rendering: flow content), and those that look like it. */
const BLOCK_TAGS =
  'address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset figcaption ' +
  'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noscript ' +
  'ol optgroup option p pre section select summary table tbody template textarea tfoot thead tr ul';
const INLINE_TAGS = 'span b i em strong small font sup sub u code bdo label';
/** Elements whose body is plain text up to their end tag (WHATWG HTML, RCDATA and RAWTEXT states). */
const RAW_TAGS = 'script style title textarea iframe noembed noframes';
/** Elements that define an area by their tag. */
const AREA_TAGS = 'footer header nav address';
const OTHER_TAGS = 'td th svg a base meta area link img input joomla-hidden-mail use';

/** What is known of an element by its tag. */
export interface Tag {
  /** lowercase */
  name: string;
  isBlock: boolean;
  isCell: boolean;
  isInline: boolean;
  /** its body is plain text */
  isRaw: boolean;
  /** starts an area */
  isArea: boolean;
}

/** Longer names don't matter. */
const MAX_TAG_CHARS = 40;
const SPACE = ' \t\n\f\r';

export const TAGS = new KnownNames(
  splitNames([BLOCK_TAGS, INLINE_TAGS, RAW_TAGS, AREA_TAGS, OTHER_TAGS].join(' ')).map(
    (name) => [name, createTag(name)] as const,
  ),
  `${SPACE}/>`,
);

function createTag(name: string): Tag {
  const isIn = (names: string): boolean => names.split(' ').includes(name);
  return {
    name,
    isBlock: isIn(BLOCK_TAGS),
    isCell: name === 'td' || name === 'th',
    isInline: isIn(INLINE_TAGS),
    isRaw: isIn(RAW_TAGS),
    isArea: isIn(AREA_TAGS),
  };
}

/** The tag with a name that isn't known. */
export function unknownTag(html: string, start: number, end: number): Tag {
  const name = end - start > MAX_TAG_CHARS ? '' : html.slice(start, end).toLowerCase();
  return { name, isBlock: false, isCell: false, isInline: false, isRaw: false, isArea: false };
}

/** Attributes whose script may write or open an address. */
const EVENT_ATTRIBUTES = 'onclick onmouseover onmousedown onfocus ontouchstart oncontextmenu'.split(' ');

/** Attributes with the parts of an email, which a script joins: local part, host and top-level domain. */
export const USER_ATTRIBUTES = attributeNames(
  'user local name u login mailbox account prefix box username a part1 p1 first left pre m before email-user mail-user user-name',
);
export const HOST_ATTRIBUTES = attributeNames(
  'domain host website d server suffix b part2 p2 second right post site after email-domain mail-domain',
);
export const TLD_ATTRIBUTES = attributeNames('tld ext part3 p3 t end com third zone email-tld');

function attributeNames(names: string): readonly string[] {
  return names.split(' ').map((name) => `data-${name}`);
}

/** Data attributes that may contain an email or phone which a script displays. */
const CONTACT_DATA =
  /^data-(?:.*(?:e-?mail|mail|phone|cfemail|obfus|cloak|spam|protect|encrypt|encod|decod|cipher|rot13|base64|reverse)|tel$|enc|hidden|contact|address|adr|addr|href$|link$|value$|to$|recipient|e$|c$|s$|hash$|token$|secret$|crypt)/;
/** They hold state of other scripts. */
const OTHER_DATA = /^data-(?:address-?book|protected$|contacts?-(?:form|id)|encoding$)/;

/** Attributes with the data of a component, which scripts show: of Astro, Livewire, Vue and custom elements. */
const ISLAND_DATA =
  'props wire:snapshot wire:initial-data :props :contact :company :settings :info email phone tel telephone telefon contact-email contact-phone :email :phone'.split(
    ' ',
  );

/** An attribute that is read on any element. */
export interface Attribute {
  /** lowercase */
  name: string;
  /** its place in ATTRIBUTE_LIST */
  index: number;
  /** may contain an email or phone, or the script that writes one */
  isContact: boolean;
  /** has data of a component */
  isIsland: boolean;
}

/** The attributes that are read. Of the others, only data attributes may matter. */
export const ATTRIBUTE_LIST: readonly Attribute[] = splitNames(
  [
    ...EVENT_ATTRIBUTES,
    ...USER_ATTRIBUTES,
    ...HOST_ATTRIBUTES,
    ...TLD_ATTRIBUTES,
    ...ISLAND_DATA,
    'action alt aria-label class content data-cfemail dir first hidden href http-equiv id itemprop itemtype lang last name',
    'property rel src style title type value xml:lang xlink:href',
  ].join(' '),
).map((name, index) => ({
  name,
  index,
  isContact: isContactName(name),
  isIsland: ISLAND_DATA.includes(name),
}));

export const ATTRIBUTES = new KnownNames(
  ATTRIBUTE_LIST.map((attribute) => [attribute.name, attribute] as const),
  `${SPACE}/>=`,
);

function isContactName(name: string): boolean {
  if (EVENT_ATTRIBUTES.includes(name) || HOST_ATTRIBUTES.includes(name)) return true;
  return CONTACT_DATA.test(name) && !OTHER_DATA.test(name);
}

/** What `contactNameAt` returns for a name as the page writes it. */
const contactNames = new Map<string, string>();
const MAX_CACHED_NAMES = 5000;
const MAX_DATA_NAME_CHARS = 24;
const HYPHEN = 0x2d;

/** Whether a name of at most 24 characters starts with `data-`, as far as its fifth character tells. */
export function isDataName(html: string, start: number, end: number): boolean {
  return html.charCodeAt(start + 4) === HYPHEN && end - start <= MAX_DATA_NAME_CHARS;
}

/** The lowercase name of a data attribute that may contain an email or phone, or ''. */
export function contactNameAt(html: string, start: number, end: number): string {
  if (!isDataName(html, start, end)) return '';
  const written = html.slice(start, end);
  let contact = contactNames.get(written);
  if (contact === undefined) {
    // A copy: a part of the markup would keep the whole page in memory.
    const [copy = ''] = splitNames(written);
    const name = copy.toLowerCase();
    contact = name.startsWith('data-') && isContactName(name) ? name : '';
    if (contactNames.size < MAX_CACHED_NAMES) contactNames.set(copy, contact);
  }
  return contact;
}

/**
 * The names of a list with spaces between them. V8 compares names that are keys of an object by their address,
 * which makes a switch over them several times as fast.
 */
function splitNames(list: string): string[] {
  return Object.keys(Object.fromEntries(list.split(' ').map((name) => [name, true])));
}
