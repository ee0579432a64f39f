import { describe, expect, test } from 'vitest';
import { FAX_ICON, type PageSource, PHONE_ICON, SEAM, sourceText, withoutMarks } from './page-source.ts';
import { readPage } from './read-page.ts';

function read(html: string): PageSource {
  return readPage(html, () => false);
}

function text(html: string): string {
  return withoutMarks(read(html).text).trim();
}

describe('visible text', () => {
  test('starts a line at a block but not at an inline element', () => {
    expect(text('<div>a<b>b</b></div><p>c<br>d</p><span>e</span>')).toBe('ab\nc\nd\ne');
  });
  test('has a seam where an inline element starts between two characters', () => {
    expect(read('<p>a<b>b</b> c</p>').text).toBe(`a${SEAM}b c\n`);
  });
  test('puts the cells of a row on one line, including empty ones', () => {
    expect(text('<table><tr><td>a</td><td></td><td>c</td></tr><tr><td>d</td></tr></table>')).toBe(
      'a\t\tc\nd',
    );
  });
  test('collapses all white space but keeps preformatted lines', () => {
    expect(text('<p>a\n\t  b&nbsp;c\u2009d\u00a0\u00a0e</p>')).toBe('a b c d e');
    expect(text('<pre>a\nb</pre>')).toBe('a\nb');
  });
  test('converts full-width letters and other digits to ASCII and drops invisible characters', () => {
    expect(text('<p>ｉｎｆｏ＠ａ．ｊｐ ０３ ٠١٢ ०१२ a\u200bb\u00adc\0d\ue123e</p>')).toBe(
      'info@a.jp 03 012 012 abcde',
    );
  });
  test('skips scripts, styles, comments, selects, SVG and form values', () => {
    const noise =
      '<script>a</script><style>b</style><!-- c --><select><option>d</select><svg><text>e</text></svg><textarea>f</textarea><input value="g">';
    expect(text(`<p>x</p>${noise}<p>y</p>`)).toBe('x\ny');
  });
  test('skips a hidden inline element, but not the rest of the page if it is unclosed', () => {
    expect(text('<p>a<span style="display: none">b<span>c</span></span>d</p>')).toBe('ad');
    expect(text('<p>a<span style="display:none">b</p><p>c</p>')).toBe('a\nc');
    expect(text('<div style="display:none">menu</div>')).toBe('menu');
  });
  test('reads text reversed by a style or bdo as displayed', () => {
    expect(text('<p><span style="unicode-bidi:bidi-override; direction: rtl">moc.a@b</span></p>')).toBe(
      'b@a.com',
    );
    expect(text('<p><bdo dir="rtl">cba</bdo></p>')).toBe('abc');
  });
  test('replaces an image for the @ sign and icons for labels', () => {
    expect(text('<p>info<img src="at.gif" alt="@">acme.com</p>')).toBe('info@acme.com');
    expect(read('<p><i class="fa fa-phone"></i>1</p>').text).toContain(PHONE_ICON);
    expect(read('<p><img src="/icons/fax.png">1</p>').text).toContain(FAX_ICON);
  });
  test('keeps the columns of a table whose first cell is empty', () => {
    expect(text('<p>x</p><table><tr><th></th><th>Tel</th></tr><tr><td>A</td><td>1</td></tr></table>')).toBe(
      'x\n\tTel\nA\t1',
    );
  });
  test('says where headings start', () => {
    const { headings, text: all } = read('<p>a</p><h2>b</h2><div><h4>c</h4></div>');
    expect(headings.map(({ index, level }) => [all[index], level])).toEqual([
      ['b', 2],
      ['c', 4],
    ]);
  });
  test('decodes character references by context', () => {
    expect(text('<p>a&nbsp;&amp;amp; &eacute;&#64;&#x2E;&commat; &copy2 &bogus; R&D &</p>')).toBe(
      'a &amp; é@.@ ©2 &bogus; R&D &',
    );
    const { links, title } = read(
      '<title>A <b> &lt;c&gt; &amp; d</title><a href="?a=1&copy=2&amp;b=&#51;" title=\'"&quot;\'>x</a>',
    );
    expect(title).toBe('A <b> <c> & d');
    expect(links).toMatchObject([{ href: '?a=1&copy=2&b=3', label: '""' }]);
  });
  test('includes noframes content', () => {
    expect(text('<frameset><frame src="a.htm"><noframes><p>Hello</p></noframes></frameset>')).toBe('Hello');
  });
  test('does not lose the page after an unclosed select or SVG', () => {
    expect(text('<select><option>a<div>b</div>')).toBe('b');
    expect(text('<svg><g><p>b</p>')).toBe('b');
  });
});

describe('head and attributes', () => {
  test('include title, metas, language and base', () => {
    const source = read(
      '<html lang="de-AT"><head><base href="https://a.at/x/"><title>A &amp; B\n C</title><meta name="Description" content=" d "><meta property="og:site_name" content="S"><meta name="description" content="later"></head>',
    );
    expect(source).toMatchObject({ title: 'A & B C', lang: 'de-AT', base: 'https://a.at/x/' });
    expect(Object.fromEntries(source.metas)).toEqual({ description: 'd', 'og:site_name': 'S' });
  });
  test('ignore the title of an SVG', () => {
    expect(read('<svg><title>Icon</title></svg><title>Page</title>').title).toBe('Page');
  });
  test('include links with their text, frames and areas', () => {
    const source = read(
      '<a href=" /a ">One <b>two</b></a><a href="/b"><img alt="Pic"></a><map><area href="/c" alt="C"></map><iframe src="/d"></iframe>',
    );
    const links = source.links.map((link) => [
      link.tag,
      link.href,
      withoutMarks(source.text.slice(link.start, link.end)),
      link.label,
    ]);
    expect(links).toEqual([
      ['a', '/a', 'One two', ''],
      ['a', '/b', '', 'Pic'],
      ['area', '/c', '', 'C'],
      ['frame', '/d', '', ''],
    ]);
  });
  test('include microdata in attributes and text, with nested elements', () => {
    const source = read(
      '<span itemprop="telephone">1 <span>2</span> 3</span><meta itemprop="faxNumber" content="4"><a itemprop="email" href="mailto:a@b.c">x</a>',
    );
    const found = source.microdata.map((item) => [item.name, sourceText(source, item)]);
    expect(found).toEqual([
      ['telephone', '1 2 3'],
      ['faxnumber', '4'],
      ['email', 'mailto:a@b.c'],
    ]);
  });
  test('join an address in two attributes', () => {
    const source = read('<a data-user="info" data-domain="acme" data-tld="com">x</a>');
    expect(source.scriptAttributes.map((item) => item.value)).toEqual(['info@acme.com']);
  });
  test('include scripts that may write an address', () => {
    const source = read(
      '<script>var a="x"</script><script>var a="@"</script><script type="application/ld+json">{}</script>',
    );
    expect(source).toMatchObject({ scripts: ['var a="@"'], jsonLd: ['{}'], scriptCount: 3 });
  });
});

test('stops when the budget is used up and returns what it has read', () => {
  let checks = 0;
  const source = readPage('<p>word</p>'.repeat(50_000), () => {
    checks += 1;
    return checks > 3;
  });
  expect(source.truncated).toBe(true);
  expect(checks).toBe(4);
  expect(source.text.startsWith('word\nword\n')).toBe(true);
});
