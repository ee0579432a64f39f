import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEmails } from './emails/find-emails.ts';
import { extractPage } from './extract-page.ts';
import { readPage } from './html/read-page.ts';
import { digitRuns } from './phones/digit-runs.ts';

const CONTACT = '<p>Tel (212) 563-1234, info@acme.com</p>';
const MEGABYTE = 1_000_000;

function repeat(part: string, chars = 5 * MEGABYTE): string {
  return part.repeat(Math.ceil(chars / part.length)).slice(0, chars);
}

/** A clock that advances by a millisecond whenever it is read: the budget counts looks, not time. */
function countingClock(): { now: () => number; looks: () => number } {
  let looks = 0;
  return {
    now: () => {
      looks += 1;
      return looks;
    },
    looks: () => looks,
  };
}

const BUDGET_MS = 250;

/** CPU time of this thread in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Values that cost far more to read than to write, many times over. */
function many(count: number, element: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => element(i)).join('');
}

const HOSTILE: [string, string][] = [
  ['a million links', repeat('<a href="/p">x</a>', 18 * MEGABYTE)],
  ['nesting', `${'<div>'.repeat(10_000)}${CONTACT}${'</div>'.repeat(10_000)}`],
  ['endless nesting', repeat('<b>')],
  ['areas in areas', repeat('<div class="footer">')],
  ['a megabyte of attribute', `<a href="${repeat('x')}">${CONTACT}`],
  ['many attributes', `<a ${repeat('x=1 ')}>`],
  ['entities', repeat('&eacute;')],
  ['at signs', repeat('@')],
  ['addresses glued', repeat('a.a.a.a@')],
  ['dots before an at sign', `${repeat('a.')}@`],
  ['one long host', `a@${repeat('b.')}`],
  ['obfuscation words', repeat('x [at] ')],
  ['spoken dots', repeat(' at  dot ')],
  ['digits', repeat('1')],
  ['digits with spaces', repeat('1 ')],
  ['half a number', repeat('+1 212 563 ')],
  ['numbers', repeat('212-563-1234 ')],
  ['freephone codes', repeat('800 ')],
  ['country names', repeat('Germany ')],
  ['less-than signs', repeat('<')],
  ['empty tags', repeat('<>')],
  ['an unclosed comment', `<!--${repeat('- ')}`],
  ['an unclosed script', `<script>var a="@";${repeat('a+=a+"x";')}`],
  ['quotes in a script', `<script>@${repeat('"')}`],
  ['deep JSON', `<script type="application/ld+json">${repeat('[')}</script>`],
  ['NUL bytes', repeat('a\0')],
  ['cells', repeat('<td>1')],
  ['networks', repeat('twitter.com/')],
  ['full-width signs', repeat('＠')],
  ['distinct links', many(250_000, (i) => `<a href="/p${i}">x${i}</a>`)],
  ['links to networks', many(60_000, (i) => `<a href="https://twitter.com/a${i}">x</a>`)],
  ['links to numbers', many(60_000, (i) => `<a href="tel:+1212563${1000 + (i % 9000)}">x</a>`)],
  ['lists of addressees', many(1300, () => `<a href="mailto:${'a@b,'.repeat(900)}">x</a>`)],
  ['protected texts', many(30_000, () => `<a data-cfemail="${'5b34'.repeat(30)}">x</a>`)],
  ['obfuscated attributes', many(1300, () => `<a data-email="${'a [at] '.repeat(500)}">x</a>`)],
  ['scripts in attributes', many(1300, () => `<a onclick="mailto:${'a+b+'.repeat(900)}">x</a>`)],
  ['scripts in links', many(1300, () => `<a href="javascript:@${"a+'b'+".repeat(600)}">x</a>`)],
  ['small scripts', repeat('<script>"a"+"@"+"b.com"</script>')],
  ['end tags', repeat('</a>')],
  ['ends of a script', `<script>@${repeat('</script')}`],
  ['comments', repeat('<!---->')],
  ['hidden elements', repeat('<span style="display:none">')],
  ['turned elements', repeat('<span style="unicode-bidi:bidi-override;direction:rtl">abc')],
  ['properties', repeat('<span itemprop="telephone">')],
  ['properties with addresses', repeat('<span itemprop="email">a@b.com @ @ @ </span>')],
  ['one row of cells', `<tr>${repeat('<td>212-563-1234')}`],
  ['labels', repeat('Tel Fax phone VAT no no ')],
  ['strokes', repeat('(030) 1234567 / ')],
  ['plus signs', repeat('+ 1')],
  ['dashes', repeat('1-')],
  ['vanity numbers', repeat('1-800-AB ')],
  ['half a postcode', repeat('NW1 2')],
  ['spaced addresses', repeat('mail x @ y.z ')],
  ['hosts glued', repeat('a@b.comwww.')],
  ['credits', repeat('Website by <a href="https://twitter.com/pixels">x</a>')],
  ['a long list in JSON', `<script type="application/ld+json">[${repeat('{"email":"a@b.com"},')}1]</script>`],
  ['nested JSON', `<script type="application/ld+json">${'['.repeat(200_000)}${']'.repeat(200_000)}</script>`],
  ['broken JSON', `<script type="application/ld+json">{"a":"${repeat('\n,]')}</script>`],
];

describe('hostile pages', () => {
  test.each(HOSTILE)('%s: ends within its budget of looks at the clock', (_, html) => {
    const clock = countingClock();
    const page = extractPage(html, 'https://acme.com/', { cpuBudgetMs: 400, now: clock.now });
    // Each stage may look once more after its share is used up.
    expect(clock.looks()).toBeLessThan(500);
    expect(page.emails.length + page.phones.length).toBeLessThanOrEqual(1000);
    expect(page.links.length).toBeLessThanOrEqual(3000);
  });

  test.each(HOSTILE)('%s: takes no more CPU time than the budget', (_, html) => {
    let least = Number.POSITIVE_INFINITY;
    // The first time, code is compiled and memory is cleaned up after the page before.
    for (let tries = 0; tries < 3 && least >= BUDGET_MS; tries += 1) {
      const start = cpuMs();
      extractPage(html, 'https://acme.com/', { cpuBudgetMs: BUDGET_MS, now: cpuMs });
      least = Math.min(least, cpuMs() - start);
    }
    expect(least).toBeLessThan(BUDGET_MS);
  });

  test.each([
    ['nesting', `${'<div>'.repeat(10_000)}${CONTACT}${'</div>'.repeat(10_000)}`],
    ['a megabyte of attribute', `<a title="${repeat('x', MEGABYTE)}">x</a>${CONTACT}`],
    ['NUL bytes', CONTACT.replaceAll('e', '\0e')],
    ['regex bait before', `${repeat('a.', 100_000)}@ ${CONTACT}`],
    ['unclosed elements', `<div><b><i><table><tr><td>${CONTACT}`],
    ['a broken comment', `<!-- x --!>${CONTACT}`],
    ['ten thousand links', `${'<a href="/p">x</a>'.repeat(10_000)}${CONTACT}`],
  ])('%s: the contact is still found', (_, html) => {
    const page = extractPage(html, 'https://acme.com/', { now: () => 0 });
    expect(page.emails.map((email) => email.value)).toEqual(['info@acme.com']);
    expect(page.phones.map((phone) => phone.value)).toEqual(['+12125631234']);
    expect(page.truncated).toBe(false);
  });

  test('a page cut by its budget says so and keeps what was read', () => {
    const clock = countingClock();
    const page = extractPage(`${CONTACT}${repeat('<p>x</p>', MEGABYTE)}`, 'https://acme.com/', {
      cpuBudgetMs: 100,
      now: clock.now,
    });
    expect(page.truncated).toBe(true);
    expect(page.emails.map((email) => email.value)).toEqual(['info@acme.com']);
  });

  test('what one attribute holds is bounded', () => {
    const page = extractPage(`<a href="/${repeat('x', MEGABYTE)}">x</a>`, 'https://acme.com/');
    expect(page.links[0]?.href.length).toBeLessThan(5000);
  });

  test('each search ends soon once its time is over', () => {
    const over = (): boolean => true;
    expect(findEmails('a@b.com '.repeat(1000), over).length).toBeLessThan(100);
    expect(digitRuns('212-563-1234\n'.repeat(1000), over).length).toBeLessThan(300);
    expect(readPage('<p>x</p>'.repeat(1000), over).text.length).toBeLessThan(300);
  });

  test('lists are bounded', () => {
    const many = Array.from(
      { length: 3000 },
      (_, i) => `<p>a${i}@b${i}.com <a href="tel:+1212563${String(1000 + i)}">x</a></p>`,
    );
    const page = extractPage(many.join(''), 'https://acme.com/', { now: () => 0 });
    expect(page.emails.length).toBe(500);
    expect(page.phones.length).toBe(500);
  });

  test('never throws, whatever the text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<a href="',
        'mailto:',
        'tel:',
        '">',
        '<p>',
        '</p>',
        '<script>',
        '</script>',
        '<!--',
        '&#',
        '@',
        '[at]',
        ' dot ',
        '+49',
        '(0)',
        '212',
        '%',
        '\\u',
        '{"@type":',
        '<svg>',
        '<title>',
        'data-cfemail="',
        '\ud800',
        '\ue000',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.option(fc.webUrl()), (pieces, url) => {
        const page = extractPage(pieces.join(''), url);
        expect(Array.isArray(page.emails)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
