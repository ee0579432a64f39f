import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { HIDDEN, HIDDEN_EMAILS, NOT_EMAILS } from '../fixtures/hidden-emails.ts';

function emails(html: string): string[] {
  return extractPage(`<html><body>${html}</body></html>`, 'https://www.acme.com/contact', {
    now: () => 0,
  }).emails.map((email) => email.value);
}

test('has at least 200 techniques and 40 counterexamples', () => {
  expect(HIDDEN_EMAILS.length).toBeGreaterThanOrEqual(200);
  expect(NOT_EMAILS.length).toBeGreaterThanOrEqual(40);
});

describe('hidden addresses', () => {
  test.each(HIDDEN_EMAILS.map(([technique, html, email]) => [technique, html, email ?? HIDDEN] as const))(
    '%s',
    (_, html, email) => expect(emails(html)).toEqual([email]),
  );
});

describe('no address', () => {
  test.each(NOT_EMAILS)('%s', (_, html) => expect(emails(html)).toEqual([]));
});

/** Text around addresses that must not become a part of them. */
describe('words around an address', () => {
  test.each([
    ['infoNOSPAM@acme.com', ['info@acme.com']],
    ['<span>Coordenação</span><span>info@acme.com</span>', ['info@acme.com']],
    ['clip_4k@60fps.mp4, info@acme.com', ['info@acme.com']],
    ['info(a commercial)acme.com', ['info@acme.com']],
    ['Acme is a commercial acme.com partner', []],
    ['<span>José</span>.garcia@acme.com', ['josé.garcia@acme.com']],
    ['info 〔at〕 acme 〔dot〕 com', ['info@acme.com']],
    ['info [ऐट] acme [डॉट] com', ['info@acme.com']],
    ['info@NOSPAM.acme.com', ['info@acme.com']],
    ['info@acmeREMOVETHIS.com', ['info@acme.com']],
    ['info.NO-SPAM@acme.com', ['info@acme.com']],
    ['info@acme.NOSPAM.com', ['info@acme.com']],
    ['info@acme.com.REMOVE', ['info@acme.com']],
    ['~info@acme.com', ['info@acme.com']],
    ['MAIL~info@acme.com', ['info@acme.com']],
    ['Emailinfo@acme.com', ['info@acme.com']],
    ['E-Mailsales@acme.com', ['sales@acme.com']],
    ['info@acme.comsales@acme.com', ['info@acme.com', 'sales@acme.com']],
    ['info@acme.desales@beta.co.uk', ['info@acme.de', 'sales@beta.co.uk']],
    ['mailbox@acme.com', ['mailbox@acme.com']],
    ['contactus@acme.com', ['contactus@acme.com']],
  ])('%s', (html, expected) => expect(emails(`<p>${html}</p>`)).toEqual(expected));
});

describe('an address that looks like an example', () => {
  const on = (host: string, address: string): string[] =>
    extractPage(`<p>${address}</p>`, `https://www.${host}/`, { now: () => 0 }).emails.map(
      ({ value }) => value,
    );
  test.each([
    ['acme.com', 'jane.doe@acme.com'],
    ['test.de', 'info@test.de'],
    ['domain.com', 'mail@domain.com'],
    ['xyz.com', 'info@xyz.com'],
  ])('is kept on its own domain: %s', (host, address) => expect(on(host, address)).toEqual([address]));
  test.each([
    ['beta.com', 'jane.doe@acme.com'],
    ['beta.com', 'info@test.de'],
    ['example.com', 'info@example.com'],
  ])('is dropped elsewhere: %s %s', (host, address) => expect(on(host, address)).toEqual([]));
});

describe('words around a spaced or spoken "at"', () => {
  test.each([
    'She spoke at the show [ at ] noon.com',
    'The price (at) amazon.com is higher',
    'Register here: conference at events dot org',
    'Find us at acme dot com',
    'Mehr dazu bei uns (bei) amazon.de',
    'Great sales @ partner.com this week',
    'New office @ partner.com headquarters',
    'Contact @ partner.com',
    'Summer sales (at) partner.com today',
  ])('are a sentence: %s', (html) => expect(emails(`<p>${html}</p>`)).toEqual([]));
  test.each([
    ['of the own domain', 'jane.doe (at) acme.com', ['jane.doe@acme.com']],
    ['of a role', 'sales at partner dot com', ['sales@partner.com']],
    ['with a label', 'E-Mail: max.muster (at) partner.de', ['max.muster@partner.de']],
    ['of freemail', 'sonnengarten (at) gmx.de', ['sonnengarten@gmx.de']],
    ['with a dot in brackets', 'jane [at] partner [dot] com', ['jane@partner.com']],
    [
      'of a domain with another address',
      'x@partner.com jane (at) partner.com',
      ['x@partner.com', 'jane@partner.com'],
    ],
  ])('are an address: %s', (_, html, expected) => expect(emails(`<p>${html}</p>`)).toEqual(expected));
});

describe('other ways to spell an address', () => {
  test.each([
    'info〔アット〕acme.com',
    'info골뱅이acme.com',
    'info#acme.com（请把#换成@）',
    'info @ acme . com',
    'info [@t] acme.com',
    'info (at) acme (period) com',
    'info /at/ acme.com',
    'info@acme(dot)com',
    'info at acme.com (replace "at" with @)',
    'info chez acme point com',
    '<a href="/contact" title="info@acme.com">Mail</a>',
  ])('%s', (html) => expect(emails(`<p>${html}</p>`)).toEqual(['info@acme.com']));
});

describe('a string that a script takes apart', () => {
  const script = (code: string): string[] => emails(`<p>Welcome</p><script>${code}</script>`);
  test.each([
    "el.textContent=Array.from('moc.emca@ofni').reverse().join('')",
    "const [u,d]=['info','acme.com'];el.textContent=u+'@'+d",
    "el.textContent='xxinfo@acme.com'.substring(2)",
    "el.textContent='xxinfo@acme.comxx'.slice(2,-2)",
    "el.textContent='xxinfo@acme.com'.substr(2,13)",
  ])('is read if the parts are literal: %s', (code) => expect(script(code)).toEqual(['info@acme.com']));
  test.each([
    "var user='someone.else@partner.com'.split('@')[0]",
    "var first='one@partner.com,two@partner.com'.split(',')[0]",
    "var other='ann@partner.com'.replace('ann','bob')",
  ])('is no address of another site: %s', (code) => expect(script(code)).toEqual([]));
});

describe('words for the sign without a bracket', () => {
  test.each([
    ['commerciale chiocciola acme.com', ['commerciale@acme.com']],
    ['Pedidos: pedidos arroba partner.es', ['pedidos@partner.es']],
    ['office AT acme DOT com', ['office@acme.com']],
    ['orders AT acme.com', ['orders@acme.com']],
    ['Sécurisé : anne.roux chez partner.ch', ['anne.roux@partner.ch']],
    ['Call us AT acme.com', []],
    ['The team at acme.com', []],
    ['Our meeting was held AT acme.com headquarters', []],
    ['Read our v2.0 at acme.com', []],
    ['La arroba acme.com pesa', []],
    ['Retrouvez-nous chez partner.fr', []],
  ])('%s', (text, expected) => expect(emails(`<p>${text}</p>`)).toEqual(expected));
});

describe('parts around a sign', () => {
  test.each([
    '<p>write to <span>jane</span><span>&nbsp;@&nbsp;</span><span>acme</span><span>.com</span></p>',
    '<p>Orders: <b>jane</b> <i>@</i> <b>acme.com</b></p>',
    '<p>jane<strong>[REMOVE-THIS]</strong>@acme.com</p>',
    '<p>jane(kein Spam)@acme.com</p>',
    '<p>jane@<i>[delete me]</i>acme.com</p>',
    '<p>jane@ENTFERNEN.acme.com</p>',
    '<p>jane&amp;amp;#64;acme&amp;amp;#46;com</p>',
    '<p>jane Ⓐ acme.com</p>',
    '<p>jane✉acme.com</p>',
    '<p>jane<span>(</span>at<span>)</span>acme.com</p>',
    '<img src="/m.png" alt="jane@acme.com">',
    '<p>Mail: <img src="/m.png" alt="jane(at)acme.com"></p>',
    '<p>jane <img alt="arroba"> acme <img alt="ponto"> com</p>',
    '<p>jane<img alt="" title="at">acme.com</p>',
  ])('%s', (html) => expect(emails(html)).toEqual(['jane@acme.com']));
  test.each([
    '<p>We deal @ acme.com</p>',
    '<p>Tables (oak)@acme.com</p>',
    '<img src="/t.jpg" alt="Our team @ the picnic"><img alt="logo@2x.png">',
    '<ul><li><img alt="dot">One</li><li><img alt="dot">Two.com</li></ul>',
  ])('no address: %s', (html) => expect(emails(html)).toEqual([]));
});

test('reads addresses of hosts that are a suffix by a wildcard', () => {
  const page = extractPage('<p>office(at)oakfield.sch.uk</p>', 'https://www.oakfield.sch.uk/', {
    now: () => 0,
  });
  expect(page.emails.map(({ value }) => value)).toEqual(['office@oakfield.sch.uk']);
});

test('sample data and formats of addresses are no contacts', () => {
  expect(
    emails(`<pre><code>login("alice@wonderland.com", "demo.user@sampledata.io")</code></pre>
      <p>firstname.lastname@acme.com, vorname.nachname@acme.com, f.lastname@acme.com</p>
      <p>scp a user@files.acme.com:/tmp and sip:100@pbx.acme.com</p>`),
  ).toEqual([]);
  expect(emails('<p>Write to <code>jane@acme.com</code> or bob@partner.com</p>')).toEqual([
    'jane@acme.com',
    'bob@partner.com',
  ]);
});

describe('values that a page shows in another way', () => {
  test.each([
    '<svg><text x="1">jane@acme.com</text></svg>',
    '<button data-clipboard-text="jane@acme.com">Copy</button>',
    '<a href="mailto:jane%20at%20acme.com">Mail</a>',
    '<a data-mail="jane#acme.com">Mail</a>',
    '<span data-mail-name="jane" data-mail-site="acme.com"></span>',
    '<script type="application/ld+json">{"@type":"Organization","email":"&#106;ane&#64;acme.com"}</script>',
    '<script>document.write("jane");document.write("@");document.write("acme.com")</script>',
    '<script>document.write("jane","@","acme.com")</script>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: A script of the page, not our text.
    "<script>const p=['acme','com'];el.href=`mailto:jane@${p.join('.')}`</script>",
    '<p>E: jane@acme dot com</p>',
    '<p>jane -@- acme.com</p>',
    '<p>jane_at_acme.com</p>',
  ])('%s', (html) => expect(emails(html)).toEqual(['jane@acme.com']));
  test.each([
    '<p>www.stay-at-partner.com, news-at-acme.com, image_at_acme.com.png, talk_at_acme.com/page</p>',
    '<p>Follow @acme dot com</p>',
    '<button data-from="jane@partner.com">Copy</button>',
    '<a data-href="https://acme.com" data-link="about/acme.com">Site</a>',
    '<svg><text>Fig. 1 @ 20 kHz</text></svg>',
  ])('no address: %s', (html) => expect(emails(html)).toEqual([]));
});

describe('text of a style sheet', () => {
  test.each([
    '<style>.m::after{content:"jane@acme.com"}</style><p class="m">Mail: </p>',
    '<style>.m:before{content:"jane"}.m:after{content:"@acme.com"}</style><p class="m"></p>',
    '<style>a.m::after{color:red;content:\'\\6a ane\\000040 acme.com\'}</style><a class="x m"></a>',
    '<style>.m::after{content:attr(data-u) "@" attr(data-d)}</style><span class="m" data-u="jane" data-d="acme.com"></span>',
    '<style>.at::before{content:"@"}</style><p>jane<span class="at"></span>acme.com</p>',
  ])('%s', (html) => expect(emails(html)).toEqual(['jane@acme.com']));
  test.each([
    '<style>.q::before{content:"“"}.x::after{content:attr(data-n)}</style><p class="q">acme.com</p>',
    '<style>@media print{a::after{content:"@" attr(href)}}.b{content:"@"}</style><p class="b">jane acme.com</p>',
  ])('no address: %s', (html) => expect(emails(html)).toEqual([]));
});

test.each([
  ['Mail: adler (at) acme.com', 'adler (at) acme.com'],
  ['Mail: adler[at]acme.com', 'adler[at]acme.com'],
  ['Mail: <b>adler</b> @ acme.com', 'adler @ acme.com'],
])('says how “%s” is written', (html, written) => {
  const page = extractPage(`<p>${html}</p>`, 'https://acme.com/', { now: () => 0 });
  expect(page.emails.map((email) => email.written)).toEqual([written]);
});
