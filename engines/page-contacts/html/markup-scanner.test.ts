import fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { scanMarkup } from './markup-scanner.ts';

const RAW = new Set('script style title textarea iframe noembed noframes'.split(' '));

/** Records events as text to compare two parsers: `text:x`, `open:a href="x"`, `close:a`. */
class Recorder {
  readonly events: string[] = [];
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
    const last = this.events.at(-1);
    const text = this.#html.slice(start, end);
    if (last?.startsWith('text:')) this.events[this.events.length - 1] = last + text;
    else this.events.push(`text:${text}`);
  }
  onOpenTag(_known: unknown, start: number, end: number): void {
    this.#tag = this.#html.slice(start, end).toLowerCase();
    this.#attributes = [];
  }
  onAttribute(_known: unknown, nameStart: number, nameEnd: number, start: number, end: number): void {
    this.onAttributeName(nameStart, nameEnd);
    if (start >= 0) this.onAttributeValue(start, end);
    this.onAttributeEnd();
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
    this.events.push(`open:${this.#tag} ${this.#attributes.join(' ')}${selfClosing ? ' /' : ''}`);
    this.rawTag = RAW.has(this.#tag) ? this.#tag : '';
  }
  onCloseTag(_known: unknown, start: number, end: number): void {
    this.events.push(`close:${this.#html.slice(start, end).toLowerCase()}`);
    this.rawTag = '';
  }
}

function scanned(html: string): string[] {
  const recorder = new Recorder(html);
  scanMarkup(html, recorder);
  return recorder.events;
}

function asHtmlparser2(html: string): string[] {
  const recorder = new Recorder(html);
  const ignored = (): void => {};
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      ontext: (start, end) => recorder.onText(start, end),
      onopentagname: (start, end) => recorder.onOpenTag(undefined, start, end),
      onattribname: (start, end) => recorder.onAttributeName(start, end),
      onattribdata: (start, end) => recorder.onAttributeValue(start, end),
      onattribend: () => recorder.onAttributeEnd(),
      onopentagend: () => recorder.onOpenTagEnd(false),
      onselfclosingtag: () => recorder.onOpenTagEnd(true),
      onclosetag: (start, end) => recorder.onCloseTag(undefined, start, end),
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
  return recorder.events;
}

describe('tags, attributes and texts', () => {
  test.each([
    ['a<b>c</b>d', ['text:a', 'open:b ', 'text:c', 'close:b', 'text:d']],
    ['<a href="x>y" b=\'"\' c=d/e f>', ['open:a href ="x>y" b =""" c ="d/e" f']],
    ['<br/><br / ><p a=b/>', ['open:br  /', 'open:br  /', 'open:p a ="b/"']],
    ['1 < 2 <3 << <', ['text:1 < 2 <3 << <']],
    ['a<!-- <b> -- > -->c<!-->d<!--->e<!-- x --!>f', ['text:acdef']],
  ])('%s', (html, events) => expect(scanned(html)).toEqual(events));

  test('treats a raw element as text up to its end tag, in any case', () => {
    expect(scanned('<script>if (a<b) "</b></scripts>"</SCRIPT\n>x')).toEqual([
      'open:script ',
      'text:if (a<b) "</b></scripts>"',
      'close:script',
      'text:x',
    ]);
    expect(scanned('<title>a <b> c')).toEqual(['open:title ', 'text:a <b> c']);
  });

  test('drops an incomplete tag, comment or value at the end of the page', () => {
    for (const cut of ['<a', '<a href="x', '<a href=x', '</a', '<!-- x', '<!doctype', '<?x'])
      expect(scanned(`a${cut}`)).toEqual(['text:a']);
  });

  test('stops when `stopped` is set', () => {
    const recorder = new Recorder('<a>b</a>c');
    Object.defineProperty(recorder, 'stopped', { get: () => recorder.events.length > 0 });
    scanMarkup('<a>b</a>c', recorder);
    expect(recorder.events).toEqual(['open:a ']);
  });
});

/** Closes everything, because the parsers handle an incomplete end differently (see the tests above). */
const END = `"'>--></script></style></title></textarea>`;

test('reads any markup like htmlparser2', () => {
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
