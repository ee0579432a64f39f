import { expect, it } from 'vitest';
import type { EmailInput } from '#contract/emails.ts';
import { writeEmailInput } from '../definition.ts';
import { isFree } from './item-keys.ts';

const JANE = { first_name: 'Jane', last_name: 'Doe' };

it.each<[string, EmailInput, boolean]>([
  ['a person at a domain', { ...JANE, domain: 'acme.com' }, false],
  ['a person at a company whose domain is found first', { ...JANE, domain: '', company: 'Acme' }, false],
  ['an address', { address: 'jane@acme.com' }, false],
  ['a person without a domain', { ...JANE, domain: '' }, true],
  ['a person with the page of a shared site', { ...JANE, domain: 'linkedin.com/company/acme' }, true],
  ['what is no address', { address: 'jane' }, true],
  ['a second try', { ...JANE, domain: 'acme.com', again: true }, true],
])('%s is free or not', (_, input, free) => expect(isFree(writeEmailInput(input))).toBe(free));
