import { describe, expect, it } from 'vitest';
import { parkedReason } from './parked-page.ts';

const URL_OF_ACME = 'https://acme.com/';
const page = (body: string) => `<!doctype html><title>acme.com</title><body>${body}</body>`;
const reason = (body: string, final = URL_OF_ACME) => parkedReason(page(body), URL_OF_ACME, final);

describe('a page that is not of a company', () => {
  it.each([
    ['This domain (acme-widgets) is for sale'],
    ['This website is for sale! Contact the broker.'],
    ['This website acme.com is currently for sale'],
    ['Buy this domain'],
    ['Diese Domain steht zum Verkauf'],
    ['Le nom de domaine acme.com est à vendre'],
  ])('is for sale: %s', (body) => {
    expect(reason(body)).toBe('The domain is for sale');
  });

  it('leads to a market for domains', () => {
    expect(reason('Welcome', 'https://www.sedo.com/search?domain=acme.com')).toBe('The domain is for sale');
  });

  it.each(['This domain is parked free', 'This account has been suspended', 'Sponsored listings'])(
    'is parked: %s',
    (body) => {
      expect(reason(body)).toBe('The domain is parked');
    },
  );
});

describe('a page of a company', () => {
  it.each([
    'This website lists homes for sale in Denver. Call us today.',
    'This web site has boats and engines for sale',
    'Our website is coming soon. Call +1 212 555 0100',
    'Le domaine de la Tour vous propose ses vins en vente directe',
    'Related links: our partners. office@acme.com',
  ])('stays: %s', (body) => {
    expect(reason(body)).toBeNull();
  });

  it('may be the market itself', () => {
    expect(parkedReason(page('Buy this domain'), 'https://www.sedo.com/', 'https://sedo.com/')).toBeNull();
  });
});
