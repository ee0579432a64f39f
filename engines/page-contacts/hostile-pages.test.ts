import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findEmails } from './emails/find-emails.ts';
import { extractPage } from './extract-page.ts';
import { CONTACT, HOSTILE_TEXTS, MEGABYTE, repeat } from './fixtures/hostile-texts.ts';
import { readPage } from './html/read-page.ts';
import { pageOrganization } from './organization/page-organization.ts';
import { digitRuns } from './phones/digit-runs.ts';

/** A clock that advances by 1 ms per read, so that the budget limits clock reads instead of time. */
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

describe('hostile pages', () => {
  test.each(HOSTILE_TEXTS)('%s: ends within its budget of looks at the clock', (_, html) => {
    const clock = countingClock();
    const page = extractPage(html, 'https://acme.com/', {
      cpuBudgetMs: 400,
      now: clock.now,
      organization: pageOrganization,
      wantsLink: () => true,
    });
    // Each stage may look once more after its share is used up.
    expect(clock.looks()).toBeLessThan(500);
    expect(page.emails.length + page.phones.length).toBeLessThanOrEqual(1000);
    expect(page.links.length).toBeLessThanOrEqual(3000);
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

  test('reports a truncated page and keeps what was read', () => {
    const clock = countingClock();
    const page = extractPage(`${CONTACT}${repeat('<p>x</p>', MEGABYTE)}`, 'https://acme.com/', {
      cpuBudgetMs: 100,
      now: clock.now,
    });
    expect(page.truncated).toBe(true);
    expect(page.emails.map((email) => email.value)).toEqual(['info@acme.com']);
  });

  test('limits the length of attributes', () => {
    const page = extractPage(`<a href="/${repeat('x', MEGABYTE)}">x</a>`, 'https://acme.com/', {
      wantsLink: () => true,
    });
    expect(page.links[0]?.href.length).toBeLessThan(5000);
  });

  test('ends each search soon after its time limit', () => {
    const over = (): boolean => true;
    expect(findEmails('a@b.com '.repeat(1000), over).length).toBeLessThan(100);
    expect(digitRuns('212-563-1234\n'.repeat(1000), over).length).toBeLessThan(300);
    expect(readPage('<p>x</p>'.repeat(1000), over).text.length).toBeLessThan(300);
  });

  test('limits the length of lists', () => {
    const many = Array.from(
      { length: 3000 },
      (_, i) => `<p>a${i}@b${i}.com <a href="tel:+1212563${String(1000 + i)}">x</a></p>`,
    );
    const page = extractPage(many.join(''), 'https://acme.com/', { now: () => 0 });
    expect(page.emails.length).toBe(500);
    expect(page.phones.length).toBe(500);
  });

  test('never throws for any text', () => {
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
        const page = extractPage(pieces.join(''), url, { organization: pageOrganization });
        expect(Array.isArray(page.emails)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});
