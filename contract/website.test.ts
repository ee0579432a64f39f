import { describe, expect, it } from 'vitest';
import { domainsInText } from './domains-in-text.ts';
import { toWebUrl } from './website.ts';
import { withoutWww } from './without-www.ts';

describe('a web address', () => {
  it.each([
    ['acme.com', 'https://acme.com/'],
    ['HTTP://Beta.org/Team?x=1#top', 'http://beta.org/Team?x=1'],
    ['//gamma.de', 'https://gamma.de/'],
    ['acme.com:8080/x', 'https://acme.com:8080/x'],
    ['acme.com.', 'https://acme.com/'],
    ['acme.com/?', 'https://acme.com/'],
    ['192.0.2.7/x', 'https://192.0.2.7/x'],
    ['[::1]', 'https://[::1]/'],
    ['münchen.de', 'https://xn--mnchen-3ya.de/'],
  ])('%s becomes a full URL', (written, url) => {
    expect(toWebUrl(written)).toBe(url);
  });

  it.each([
    'ftp://acme.com',
    'javascript:alert(1)',
    'intranet',
    'https://user:pw@acme.com',
    `https://a.com/${'x'.repeat(2048)}`,
    'https://',
    'acme.com,beta.com',
  ])("%s isn't one", (written) => {
    expect(toWebUrl(written)).toBeNull();
  });

  it.each([
    ['Acme\tsite.com', 'acmesite.com'],
    ['Acme\nsite.com', 'acmesite.com'],
    ['https://Acme\r\nsite.com/', 'acmesite.com'],
    ['acme\u00adsite.com', 'acmesite.com'],
    ['acme\u200bsite.com', 'acmesite.com'],
    ['acme%2Ecom', 'acme.com'],
    ['127.1', '127.0.0.1'],
    ['12.50', '12.0.0.50'],
    ['3.14', '3.0.0.14'],
    ['0x7f.0.0.1', '127.0.0.1'],
    ['010.0.0.1', '8.0.0.1'],
    ['2130706433.', '127.0.0.1'],
  ])('%j is never read as the host %s, which is not in the text', (written) => {
    expect(toWebUrl(written)).toBeNull();
  });
});

it('has no www. in its name, except www.de', () => {
  expect(['www.acme.com', 'WWW.acme.com', 'www.de', 'www2.acme.com'].map(withoutWww)).toEqual([
    'acme.com',
    'acme.com',
    'www.de',
    'www2.acme.com',
  ]);
  expect(domainsInText('https://www.acme.com/about, www.de.')).toEqual(['acme.com', 'www.de']);
});

it.each([
  ['https://medium.com/@acme', ['medium.com']],
  ['acme.com/?contact=jane@nord.de', ['acme.com']],
  ['mailto:jane@acme.com?subject=Hi', ['acme.com']],
  ['https://jane:secret@acme.com:8443/x', ['acme.com']],
  ['*.acme.com .nord.de', ['acme.com', 'nord.de']],
])('the domains in %j are %j', (text, domains) => {
  expect(domainsInText(text)).toEqual(domains);
});
