import { expect, it } from 'vitest';
import { checkoutOrigin, checkoutReturnUrl, pricingPath } from './checkout-path.ts';

const ORIGIN = 'http://localhost:3000';
const originOfUrl = (url: string) => checkoutOrigin(new URL(url).searchParams);

it('leads back from a checkout to the tool that opened it', () => {
  const url = checkoutReturnUrl(ORIGIN, 'canceled', '/dashboard/website-extraction?view=all&x=1');
  expect(new URL(url).pathname).toBe('/pricing');
  expect(new URL(url).searchParams.get('status')).toBe('canceled');
  expect(originOfUrl(url)).toEqual({
    path: '/dashboard/website-extraction?view=all&x=1',
    name: 'Website Extraction',
  });
});

it('stays on the pricing page without a tool, or with an address on another site', () => {
  expect(originOfUrl(checkoutReturnUrl(ORIGIN, 'success'))).toBeNull();
  expect(originOfUrl(`${ORIGIN}/pricing?from=//evil.example`)).toBeNull();
  expect(originOfUrl(`${ORIGIN}/pricing?from=https://evil.example`)).toBeNull();
});

it('drops the filters of a very long address', () => {
  const from = `/dashboard/database-export?q=${'x'.repeat(3000)}`;
  expect(originOfUrl(checkoutReturnUrl(ORIGIN, 'success', from))).toEqual({
    path: '/dashboard/database-export',
    name: null,
  });
});

it('leads back to the page that linked to the plan, and to no other site', () => {
  const from = '/dashboard/linkedin-scraping?tab=sales&x=a b';
  const opened = originOfUrl(`${ORIGIN}${pricingPath(from)}`);
  expect(opened?.path).toBe(from);
  expect(originOfUrl(checkoutReturnUrl(ORIGIN, 'success', opened?.path))?.path).toBe(from);
  for (const other of [
    '//evil.example',
    'https://evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:x',
  ])
    expect(originOfUrl(`${ORIGIN}${pricingPath(other)}`)).toBeNull();
});
