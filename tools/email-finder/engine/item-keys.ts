import { emailItemKey, employerKey } from '#engines/list-items/person.ts';
import { parseEmailInput, writeEmailInput } from '../definition.ts';
import { readEmailRequest } from './email-request.ts';

/** What an item is, however it is written. */
export function itemKey(input: string): string {
  return emailItemKey(parseEmailInput(input));
}

/** Second tries and lines that can't be looked up are free. A person with a company has no domain yet, and costs what others do. */
export function isFree(input: string): boolean {
  const written = parseEmailInput(input);
  const isTriedAgain = 'again' in written && written.again === true;
  const needsDomain = 'company' in written && written.company !== undefined;
  return isTriedAgain || !(needsDomain || readEmailRequest(input).ok);
}

/** The item without the mark of a second try, which is free only once. */
export function asFirstTry(input: string): string {
  const written = parseEmailInput(input);
  return 'again' in written ? writeEmailInput({ ...written, again: undefined }) : input;
}

/**
 * The domain, or the company whose domain is found first: its items share DNS, one catch-all probe and address
 * patterns, so they stay in one shard.
 */
export function shardKey(input: string): string {
  const written = parseEmailInput(input);
  if ('company' in written && written.company !== undefined) return `company ${employerKey(written.company)}`;
  const reading = readEmailRequest(input);
  return reading.ok ? reading.request.domain : input;
}
