import { expect, it } from 'vitest';
import { forwardTarget } from './forwarding-page.ts';

const URL = 'https://acme.com/';
const page = (content: string, body = '') =>
  `<html><head><meta http-equiv="refresh" content="${content}"></head><body>${body}</body></html>`;

it.each([
  ['0; url=/de/', 'https://acme.com/de/'],
  ["5;URL='home.html#top'", 'https://acme.com/home.html'],
  ['0; url=https://acme.de', 'https://acme.de/'],
])('a page without text forwards: %s', (content, target) => {
  expect(forwardTarget(page(content, '<p>You will be redirected. <a href="/x">Click</a></p>'), URL)).toBe(
    target,
  );
});

it.each([
  ['reloads itself', page('300; url=https://acme.com/#news')],
  ['reloads without an address', page('300', '<iframe src="https://maps.example.com/"></iframe>')],
  ['sends to no web address', page('0; url=mailto:info@acme.com')],
  ['has text of its own', page('0; url=/de/', '<p>Fresh bread every day.</p>'.repeat(20))],
  ['forwards only without scripts', `<noscript>${page('0; url=/no-script')}</noscript>`],
  ['has no such element', '<p>refresh</p>'],
])('a page does not forward that %s', (_, html) => expect(forwardTarget(html, URL)).toBe(null));
