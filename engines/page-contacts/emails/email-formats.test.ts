import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';

function emails(html: string, url: string | null = 'https://www.acme.com/contact'): string[] {
  return extractPage(`<html><body>${html}</body></html>`, url)
    .emails.map((email) => email.value)
    .toSorted();
}

const FORMATS: [html: string, emails: string[]][] = [
  ['<p>info@acme.com</p>', ['info@acme.com']],
  ['Email:info@acme.com', ['info@acme.com']],
  ['Email: INFO@ACME.COM.', ['info@acme.com']],
  ['&lt;info@acme.com&gt;', ['info@acme.com']],
  ['"info@acme.com"', ['info@acme.com']],
  ["'info@acme.com'", ['info@acme.com']],
  ['(info@acme.com)', ['info@acme.com']],
  ['info@acme.com,sales@acme.com;hr@acme.com', ['info@acme.com', 'sales@acme.com', 'hr@acme.com']],
  ['info@acme.com/sales@acme.com', ['info@acme.com', 'sales@acme.com']],
  ['info@acme.com|sales@acme.com', ['info@acme.com', 'sales@acme.com']],
  ['info/sales@acme.com', ['sales@acme.com']],
  ['info@acme.com - We reply', ['info@acme.com']],
  ['info@acme.com-', ['info@acme.com']],
  ['info@acme.com?subject=x', ['info@acme.com']],
  ['info&#64;acme&#46;com', ['info@acme.com']],
  ['info@<b>acme</b>.com', ['info@acme.com']],
  ['info@<a href="http://acme.com">acme.com</a>', ['info@acme.com']],
  ['<span>info</span>@<span>acme.com</span>', ['info@acme.com']],
  ['info<!-- x -->@acme.com', ['info@acme.com']],
  ['info<span style="display: none;">NOSPAM</span>@acme.com', ['info@acme.com']],
  ['info@acme<wbr>.com', ['info@acme.com']],
  ['info@&shy;acme.com', ['info@acme.com']],
  ['info @ acme.com', ['info@acme.com']],
  ['E-mail: info @ acme.com', ['info@acme.com']],
  ['look @ acme.com for more', []],
  ['not @ an.email.com', []],
  ['@also.not.an.email', []],
  ['info@acme', []],
  ['info@acme.c', []],
  ['info@acme.invalidtld', []],
  ['info@-acme.com', []],
  ['info@acme..com', []],
  ['.info@acme.com', ['info@acme.com']],
  ['in..fo@acme.com', []],
  ["o'brien@acme.ie", ["o'brien@acme.ie"]],
  ["this'is'also'valid'email@ACME.travel", ["this'is'also'valid'email@acme.travel"]],
  ['john.bob.dole+tag@some-domain.co.uk', ['john.bob.dole+tag@some-domain.co.uk']],
  [
    'some.super.long.email.address@some.super.long.domain.name.co.br',
    ['some.super.long.email.address@some.super.long.domain.name.co.br'],
  ],
  ['info@müller.de', ['info@müller.de']],
  ['info@xn--mller-kva.de', ['info@xn--mller-kva.de']],
  ['info@acme.com.auPhone', ['info@acme.com.au']],
  ['info@acme.comPhone: 1', ['info@acme.com']],
  ['info@acme.comphone', ['info@acme.com']],
  ['info@acme.comFax', ['info@acme.com']],
  ['info@acme.comTel:', ['info@acme.com']],
  ['info@acme.co.ukTel:', ['info@acme.co.uk']],
  ['<div>info@acme.com</div><div>www.acme.com</div>', ['info@acme.com']],
  ['<span>info@acme.com</span><span>www.acme.com</span>', ['info@acme.com']],
  ['info@acme.comwww.acme.com', ['info@acme.com']],
  ['info@www.acme.com', ['info@acme.com']],
  ['www.info@acme.com', ['info@acme.com']],
  ['http://info@acme.com', []],
  ['https://user:pass@acme.com/x', []],
  ['mailto:info@acme.com', ['info@acme.com']],
  ['skype:live:info@acme.com', ['info@acme.com']],
  ['info [at] acme.com', ['info@acme.com']],
  ['info[at]acme[dot]com', ['info@acme.com']],
  ['info (at) acme (dot) com', ['info@acme.com']],
  ['info {at} acme {dot} com', ['info@acme.com']],
  ['info(AT)acme(DOT)com', ['info@acme.com']],
  ['info AT acme DOT com', ['info@acme.com']],
  ['info at acme dot com', ['info@acme.com']],
  ['info (a) acme.com', ['info@acme.com']],
  ['info(@)acme.com', ['info@acme.com']],
  ['info[@]acme.com', ['info@acme.com']],
  ['info -at- acme.com', ['info@acme.com']],
  ['info_at_acme.com', ['info@acme.com']],
  ['info (ät) acme.de', ['info@acme.de']],
  ['info (arroba) acme.es', ['info@acme.es']],
  ['info <b>chiocciola</b> acme <b>punto</b> it', ['info@acme.it']],
  ['info [kukac] acme [pont] hu', ['info@acme.hu']],
  ['info zavináč acme tečka cz', ['info@acme.cz']],
  ['info (małpa) acme (kropka) pl', ['info@acme.pl']],
  ['info alfakrøll acme punktum no', ['info@acme.no']],
  ['Η σελίδα: info παπάκι acme τελεία gr', ['info@acme.gr']],
  ['An der Bar ät man gut und am Punkt de Luxe', []],
  ['info(at)acme(punkt)de', ['info@acme.de']],
  ['info [at] mail [dot] acme [dot] co [dot] uk', ['info@mail.acme.co.uk']],
  ['We are at acme.com', []],
  ['visit us at shop.acme.com dot', []],
  ['prices (at) competitors', []],
  ['arrive at noon. Com', []],
  ['info＠acme．com', ['info@acme.com']],
  ['<a href="mailto:info@acme.com">Mail</a>', ['info@acme.com']],
  ['<a href="mailto:info@acme.com?cc=boss@acme.com">Mail</a>', ['info@acme.com']],
  ['<a href="mailto:Info%20Desk%3Cinfo@acme.com%3E">Mail</a>', ['info@acme.com']],
  ['<a href="mailto:info[at]acme.com">Mail</a>', ['info@acme.com']],
  ['<a href="mailto:info@acme.com ">info@acme.com</a>', ['info@acme.com']],
  ['<a href=mailto:info@acme.com>Mail</a>', ['info@acme.com']],
  ['<a href="&#109;&#97;&#105;&#108;&#116;&#111;&#58;info&#64;acme.com">x</a>', ['info@acme.com']],
  ['<a href="mailto:%69%6e%66%6f%40%61%63%6d%65%2e%63%6f%6d">x</a>', ['info@acme.com']],
  ['<a href="mailto:info@acme.com,%20sales@acme.com">x</a>', ['info@acme.com', 'sales@acme.com']],
  ['<a href="mailto:?to=info@acme.com">x</a>', []],
  ['<a href="info@acme.com">x</a>', ['info@acme.com']],
  ['<a href="/info@acme.com">x</a>', []],
  ['<img src="http://x.com/ skip.me@gmail.com ">', []],
  ['<a href="http://x.com/?email=skip.me@gmail.com">x</a>', []],
  ['<a onclick="window.location=\'mailto:info@acme.com\'">x</a>', ['info@acme.com']],
  ['<input value="info@acme.com"><textarea>info@acme.com</textarea>', []],
  ['<script>var a = "info@acme.com";</script>', []],
  ['<style>a{content:"info@acme.com"}</style>', []],
  ['<script>document.write("<a href=\\"mailto:info@acme.com\\">x</a>")</script>', ['info@acme.com']],
  ['<script>document.write("info" + "@" + "acme.com")</script>', ['info@acme.com']],
  [
    '<script>var n="info";var d="acme.com";document.write("<a href=\'mailto:"+n+"@"+d+"\'>"+n+"@"+d+"</a>")</script>',
    ['info@acme.com'],
  ],
  ['<script>var e = ["in","fo","@","ac","me",".com"].join("");</script>', ['info@acme.com']],
  ['<script>let e = `info`+`@`+`acme.com`</script>', ['info@acme.com']],
  ['<script>var u="info", d="acme", t="com"; var m=u+"@"+d+"."+t;</script>', ['info@acme.com']],
  ['<script>e="info"; e+="@"; e+="acme.com"; document.write(e)</script>', ['info@acme.com']],
  ['<script>document.write("info"+String.fromCharCode(64)+"acme.com")</script>', ['info@acme.com']],
  ['<script>document.write(unescape("%69%6e%66%6f%40%61%63%6d%65%2e%63%6f%6d"))</script>', ['info@acme.com']],
  [
    '<script>const a={user:"info",domain:"acme.com"}; el.href="mailto:"+a.user+"@"+a.domain</script>',
    ['info@acme.com'],
  ],
  ['<script>document.write("moc.emca@ofni".split("").reverse().join(""))</script>', ['info@acme.com']],
  ['<script>document.write(atob("aW5mb0BhY21lLmNvbQ=="))</script>', ['info@acme.com']],
  ['<span data-user="info" data-domain="acme.com"></span>', ['info@acme.com']],
  ['<span data-user="info" data-website="acme.com"></span>', ['info@acme.com']],
  ['<a data-email="info@acme.com">x</a>', ['info@acme.com']],
  ['<a data-email="aW5mb0BhY21lLmNvbQ==">x</a>', ['info@acme.com']],
  ['<p>example@example.com your.name@company.com you@yourdomain.com test@test.com name@email.com</p>', []],
  ['<p>info@example.de demo@demo.com</p>', []],
  ['<p>mail@domain.com, email@website.com</p>', []],
  ['<p>noreply@acme.com</p>', ['noreply@acme.com']],
  ['<p>u003einfo@acme.com</p>', ['info@acme.com']],
  ['<p>%20info@acme.com</p>', ['info@acme.com']],
  ['<p>1-800-555-1212info@acme.com</p>', ['info@acme.com']],
  ['<p>Tel 555 1212info@acme.com</p>', ['info@acme.com']],
  ['<p>123info@acme.com</p>', ['123info@acme.com']],
  ['<p>1234567@qq.com</p>', ['1234567@qq.com']],
  ['<p>Email</p>info@acme.com', ['info@acme.com']],
  ['<b>Email</b>info@acme.com', ['info@acme.com']],
  ['<b>E-mail:</b><i>info@acme.com</i><i>Fax</i>', ['info@acme.com']],
  ['<b>in</b>fo@acme.com', ['info@acme.com']],
  ['<span class="first">i</span>nfo@acme.com', ['info@acme.com']],
  ['image@2x.png logo@3x.webp sprite@1.5x.jpg', []],
  ['hero.png@cdn.acme.com', []],
  ['public@o451.ingest.sentry.io viewer@sentry-next.wixpress.com', []],
  ['a@b.js style@1.0.css file@v1.2.min.js', []],
  ['d41d8cd98f00b204e9800998ecf8427e@acme.com', []],
  ['Twitter @acme.com', []],
  ['instagram @acme_com | tiktok @acme.co', []],
  ['连络：info@acme.cn谢谢', ['info@acme.cn']],
  ['メールはinfo@acme.co.jpまで', ['info@acme.co.jp']],
  ['联系邮箱sales@acme.com.cn电话', ['sales@acme.com.cn']],
  ['<meta itemprop="email" content="info@acme.com">', ['info@acme.com']],
  ['<span itemprop="email">info@acme.com</span>', ['info@acme.com']],
  ['<noscript>info@acme.com</noscript>', ['info@acme.com']],
  [
    'info@acme.museum info@acme.photography info@acme.app',
    ['info@acme.museum', 'info@acme.photography', 'info@acme.app'],
  ],
  [
    '<a href="mailto:info@acme.com">info@acme.com</a><a href="tel:2127365000">(212) 736-5000</a>',
    ['info@acme.com'],
  ],
  ['info@acme.gov.uk.', ['info@acme.gov.uk']],
  ['info@subdomain.github.io', ['info@subdomain.github.io']],
  ['root@localhost admin@192.168.1.1', []],
  ['info(at)acme.com, sales(at)acme.com', ['info@acme.com', 'sales@acme.com']],
  ['<a href="mailto:info@acme.com"><img alt="email"></a>', ['info@acme.com']],
  ['info&commat;acme&period;com', ['info@acme.com']],
  ['info \u200b@acme.com', ['info@acme.com']],
  ['<p>info at acme.com</p>', []],
  ['shop [アット] acme.jp', ['shop@acme.jp']],
  ['git@github.com:acme/site.git', []],
  ['info★acme.jp（★を@に変えてください）', ['info@acme.jp']],
  ['info☆acme.jp ※「☆」を「＠」に置き換え', ['info@acme.jp']],
  ['info★acme.jp', []],
];

describe('email formats', () => {
  test.each(FORMATS)('%s', (html, expected) => expect(emails(html)).toEqual(expected.toSorted()));
});

describe('an address that a script writes conditionally', () => {
  const branch = (host: string): string =>
    `<script>if (window.x) { document.write("info" + "@" + "${host}") }</script>`;
  const otherwise = `<script>if (a) b(); else { document.write("info" + "@" + "partner.com") }</script>`;

  test('is accepted on the registrable domain of the page', () => {
    expect(emails(branch('acme.com'))).toEqual(['info@acme.com']);
    expect(emails(branch('mail.acme.com'))).toEqual(['info@mail.acme.com']);
  });
  test('is accepted on the domain that the page declares', () => {
    for (const own of [
      '<base href="http://shop.acme.org/x/">',
      '<link rel="canonical" href="https://acme.org/">',
      '<meta property="og:url" content="https://www.acme.org/">',
    ])
      expect(emails(own + branch('acme.org'), null)).toEqual(['info@acme.org']);
  });
  test('is dropped on any other domain, whether the page URL is known or not', () => {
    expect(emails(branch('partner.com'))).toEqual([]);
    expect(emails(branch('acme.com'), null)).toEqual([]);
    expect(emails(otherwise)).toEqual([]);
    expect(emails(`<a onclick="if (x) { location = 'mailto:' + 'info' + '@partner.com' }">x</a>`)).toEqual(
      [],
    );
  });
  test('is accepted on any domain outside of the condition', () => {
    expect(emails('<script>if (a) { b() } document.write("info" + "@" + "partner.com")</script>')).toEqual([
      'info@partner.com',
    ]);
    expect(emails('<script>document.write("info" + "@" + "acme.com")</script>', null)).toEqual([
      'info@acme.com',
    ]);
  });
});

test('records the source of each address and how the page wrote it', () => {
  const page = extractPage(
    '<a href="mailto:Info@Acme.com">x</a><p>sales [at] acme [dot] com</p><footer>Team@acme.com</footer>',
    'https://acme.com/',
  );
  expect(page.emails).toMatchObject([
    { value: 'info@acme.com', written: 'Info@Acme.com', source: 'mailto', area: 'body' },
    { value: 'team@acme.com', written: 'Team@acme.com', source: 'text', area: 'footer' },
    { value: 'sales@acme.com', source: 'obfuscated', area: 'body' },
  ]);
});
