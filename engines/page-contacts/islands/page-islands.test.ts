import { describe, expect, test } from 'vitest';
import { extractPage } from '../extract-page.ts';
import { siteContacts } from '../site-contacts.ts';

const TEXT =
  '<h1>Welcome</h1><p>Everything you need, made with care by our family since the nineties. Visit us.</p>';
const CONTACT = { contact: { email: 'info@acme.com', phone: '+1 212 563 1234' } };

function contacts(html: string): string[] {
  const url = 'https://www.acme.com/';
  const site = siteContacts([extractPage(html, url, { now: () => 0 })], url);
  return [...site.emails, ...site.phones];
}

function json(value: unknown): string {
  return `${TEXT}<script type="application/json">${JSON.stringify(value)}</script>`;
}

function attribute(value: unknown): string {
  return JSON.stringify(value).replaceAll('"', '&quot;');
}

function stream(...chunks: string[]): string {
  return (
    TEXT + chunks.map((chunk) => `<script>self.__next_f.push([1,${JSON.stringify(chunk)}])</script>`).join('')
  );
}

test.each([
  ['JSON', json({ props: { pageProps: CONTACT } })],
  [
    'a stream in chunks',
    stream('1:HL["/a.css"]\n2:{"contact":{"email":"info@acme.com","pho', 'ne":"+1 212 563 1234"}}\n'),
  ],
  [
    'links of a stream',
    stream(
      '2:["$","a",null,{"href":"mailto:info@acme.com"}]\n3:["$","a",null,{"href":"tel:+12125631234"}]\n',
    ),
  ],
  [
    'a list with references',
    json([['Reactive', 1], { contact: 2 }, { email: 3, phone: 4 }, 'info@acme.com', '+1 212 563 1234']),
  ],
  ['an assignment', `${TEXT}<script>window.__APOLLO_STATE__ = ${JSON.stringify(CONTACT)};</script>`],
  ['Remix', `${TEXT}<script>window.__remixContext = ${JSON.stringify({ state: CONTACT })};</script>`],
  [
    'an object literal',
    `${TEXT}<script>window.__NUXT__=(function(a){return {contact:{email:"info@acme.com",phone:'+1 212 563 1234'},a:a}}(1))</script>`,
  ],
  [
    'Livewire',
    `${TEXT}<div wire:snapshot="${attribute({ data: { contact: [CONTACT.contact, { s: 'arr' }] } })}"></div>`,
  ],
  [
    'Astro',
    `${TEXT}<astro-island props="${attribute({ email: [0, 'info@acme.com'], phone: [0, '+1 212 563 1234'] })}"></astro-island>`,
  ],
  ['a custom element', `${TEXT}<site-contact email="info@acme.com" phone="+1 212 563 1234"></site-contact>`],
  [
    'rich text',
    json({ footer: { html: '<a href="mailto:info@acme.com">x</a><a href="tel:+12125631234">y</a>' } }),
  ],
])('reads the contacts of %s', (_, html) => {
  expect(contacts(html)).toEqual(['info@acme.com', '+12125631234']);
});

test.each([
  ['partners', json({ partners: [{ email: 'a@partner.com', phone: '+1 212 563 1234' }] })],
  ['an agency', json({ footer: { agency: { email: 'hi@agency.com', phone: '+1 212 563 1234' } } })],
  [
    'listings',
    json({
      listings: [1, 2, 3, 4].map((n) => ({ sellerEmail: `a@s${n}.com`, phone: `+1 212 563 123${n}` })),
    }),
  ],
  ['keys of analytics', json({ config: { phoneTagId: '2125631234', telemetry: '4155551234' } })],
  ['a form', json({ contact: { emailPlaceholder: 'you@acme.com', phonePlaceholder: '(555) 555-5555' } })],
  ['a vendor', `${TEXT}<chat-widget email="support@vendor.com"></chat-widget>`],
])('leaves out %s', (_, html) => {
  expect(contacts(html)).toEqual([]);
});

test('reads data only for what the text lacks', () => {
  const html = json({ contact: { email: 'old@acme.com', phone: '+1 212 563 9999' } });
  expect(contacts(`<p>info@acme.com, 212-563-1234</p>${html}`)).toEqual(['info@acme.com', '+12125631234']);
  expect(contacts(`<p>info@acme.com</p>${html}`)).toEqual(['info@acme.com', '+12125639999']);
});

describe('data beside what the page shows', () => {
  const SHOWN = '<p>info@acme.com, 212-563-1234</p>';
  test.each([
    ['an address', { config: { email: 'info@acme.com', securityEmail: 'safe@acme.com' } }],
    ['a phone', { site: { contactEmail: 'safe@acme.com', phone: '212-563-1234' } }],
  ])('is read: %s', (_, data) =>
    expect(contacts(SHOWN + json(data))).toEqual(['info@acme.com', 'safe@acme.com', '+12125631234']),
  );
  test.each([
    ['of another object', { a: { email: 'info@acme.com' }, users: [{ email: 'safe@acme.com' }] }],
    ['of another site', { config: { email: 'info@acme.com', supportEmail: 'help@vendor.com' } }],
    ['of accounts', { account: { email: 'info@acme.com', userEmail: 'safe@acme.com' } }],
  ])('is left out: %s', (_, data) =>
    expect(contacts(SHOWN + json(data))).toEqual(['info@acme.com', '+12125631234']),
  );
  test('is read from parameters', () => {
    const state = '(function(a,b){return {contact:{email:a,active:b}}}("info@acme.com",true))';
    expect(contacts(`${TEXT}<script>window.__NUXT__=${state}</script>`)).toEqual(['info@acme.com']);
  });
});
