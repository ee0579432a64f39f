import fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { scanMarkup } from './markup-scanner.ts';

const RAW = new Set('script style title textarea iframe noembed noframes'.split(' '));

/** What was read, written so that two readers can be compared: `text:x`, `open:a href="x"`, `close:a`. */
class Record {
  readonly told: string[] = [];
  rawTag = '';
  stopped = false;
  readonly #html: string;
  #tag = '';
  #attributes: string[] = [];
  #value: string | null = null;

  constructor(html: string) {
    this.#html = html;
  }

  onText(start: number, end: number): void {
    const last = this.told.at(-1);
    const text = this.#html.slice(start, end);
    if (last?.startsWith('text:')) this.told[this.told.length - 1] = last + text;
    else this.told.push(`text:${text}`);
  }
  onOpenTag(start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = [];
  }
  onAttributeName(start: number, end: number): void {
    this.#attributes.push(this.#html.slice(start, end));
    this.#value = null;
  }
  onAttributeValue(start: number, end: number): void {
    this.#value = (this.#value ?? '') + this.#html.slice(start, end);
  }
  onAttributeEnd(): void {
    if (this.#value !== null) this.#attributes.push(`="${this.#value}"`);
  }
  onOpenTagEnd(selfClosing: boolean): void {
    this.told.push(`open:${this.#tag} ${this.#attributes.join(' ')}${selfClosing ? ' /' : ''}`);
    this.rawTag = RAW.has(this.#tag) ? this.#tag : '';
  }
  onCloseTag(start: number, end: number): void {
    this.told.push(`close:${this.#html.slice(start, end).toLowerCase()}`);
    this.rawTag = '';
  }
}

function scanned(html: string): string[] {
  const record = new Record(html);
  scanMarkup(html, record);
  return record.told;
}

function asHtmlparser2(html: string): string[] {
  const record = new Record(html);
  const ignored = (): void => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => record.onText(start, end),
      onopentagname: (start, end) => record.onOpenTag(start, end),
      onattribname: (start, end) => record.onAttributeName(start, end),
      onattribdata: (start, end) => record.onAttributeValue(start, end),
      onattribend: () => record.onAttributeEnd(),
      onopentagend: () => record.onOpenTagEnd(false),
      onselfclosingtag: () => record.onOpenTagEnd(true),
      onclosetag: (start, end) => record.onCloseTag(start, end),
      onattribentity: ignored,
      ontextentity: ignored,
      oncdata: ignored,
      oncomment: ignored,
      ondeclaration: ignored,
      onprocessinginstruction: ignored,
      onend: ignored,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return record.told;
}

describe('tags, attributes and texts', () => {
  test.each([
    ['a<b>c</b>d', ['text:a', 'open:b ', 'text:c', 'close:b', 'text:d']],
    ['<a href="x>y" b=\'"\' c=d/e f>', ['open:a href ="x>y" b =""" c ="d/e" f']],
    ['<br/><br / ><p a=b/>', ['open:br  /', 'open:br  /', 'open:p a ="b/"']],
    ['1 < 2 <3 << <', ['text:1 < 2 <3 << <']],
    ['a<!-- <b> -- > -->c<!-->d<!--->e<!-- x --!>f', ['text:acdef']],
  ])('%s', (html, told) => expect(scanned(html)).toEqual(told));

  test('a raw element is text up to its end tag, in whatever case', () => {
    expect(scanned('<script>if (a<b) "</b></scripts>"</SCRIPT\n>x')).toEqual([
      'open:script ',
      'text:if (a<b) "</b></scripts>"',
      'close:script',
      'text:x',
    ]);
    expect(scanned('<title>a <b> c')).toEqual(['open:title ', 'text:a <b> c']);
  });

  test('a tag, comment or value that the end of the page cuts is left out', () => {
    for (const cut of ['<a', '<a href="x', '<a href=x', '</a', '<!-- x', '<!doctype', '<?x'])
      expect(scanned(`a${cut}`)).toEqual(['text:a']);
  });

  test('nothing more is told once nothing more is wanted', () => {
    const record = new Record('<a>b</a>c');
    Object.defineProperty(record, 'stopped', { get: () => record.told.length > 0 });
    scanMarkup('<a>b</a>c', record);
    expect(record.told).toEqual(['open:a ']);
  });
});

/** Ends whatever is open: at a cut end the two differ, and the tests above say how this one ends. */
const END = `"'>--></script></style></title></textarea>`;

test('reads markup of every kind as htmlparser2 does', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...'<a |<A HREF=|<br/>|<br /|<p>|</p>|</P >|</p x="y">|</ p>|</>|<script>|</script>|</scrip|<Style>|</style >|<title>|</title>|<textarea>|</textarea|<svg |<img src=|<?xml x?>|<!doctype html>|<!-- |-->|--!>|<!-->|<!--->|<!x>|"|\'|=|/|>|<|<<|< |a|b="c"|b=\'c\'|b=c|b = c|&amp;| |\n|\t|x y|é|<1>|<é>'.split(
        '|',
      ),
    ),
    fc.string({ maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const html = pieces.join('') + END;
      expect(scanned(html)).toEqual(asHtmlparser2(html));
    }),
    { numRuns: 3000 },
  );
});
