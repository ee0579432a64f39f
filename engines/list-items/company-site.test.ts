import { describe, expect, it } from 'vitest';
import { companySite } from './company-site.ts';
import { sameSite } from './site.ts';

describe('the site of a company', () => {
  it.each([
    ['https://www.shop.acme.co.uk/x', 'acme.co.uk'],
    ['mail.acme.com', 'acme.com'],
    ['https://127.0.0.1:80/', null],
    ['localhost', null],
  ])('of %s is %s', (address, site) => expect(companySite(address)).toBe(site));

  it.each([
    'wixsite.com',
    'github.io',
    'myshopify.com',
    'wordpress.com',
    'weebly.com',
    'jimdofree.com',
    'business.site',
    'webnode.page',
    'uk.com',
  ])('is the host of the customer at %s', (builder) => {
    expect(companySite(`https://www.acme.${builder}/contact`)).toBe(`acme.${builder}`);
    expect(companySite(`https://de.bobs.${builder}/`)).toBe(`bobs.${builder}`);
    expect(companySite(`https://www.${builder}/`)).toBe(builder);
    expect(companySite(builder)).toBe(builder);
    expect(sameSite(`https://acme.${builder}/`, `https://bobs.${builder}/`)).toBe(false);
    expect(sameSite(`https://acme.${builder}/`, `https://www.acme.${builder}/x`)).toBe(true);
  });

  it('is the domain also where many companies have a page', () => {
    expect(companySite('https://de.linkedin.com/company/acme')).toBe('linkedin.com');
  });

  it('is in ASCII', () => {
    expect(companySite('müller-bau.de')).toBe('xn--mller-bau-q9a.de');
    expect(companySite('https://www.xn--mller-bau-q9a.de/')).toBe('xn--mller-bau-q9a.de');
  });
});
