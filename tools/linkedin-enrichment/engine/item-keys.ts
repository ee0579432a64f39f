import { linkedinItemKey, readLinkedinProfile } from '#engines/list-items/linkedin.ts';
import { parseLinkedinInput } from '../definition.ts';

/** Profiles share nothing that is fetched for them. */
export function shardKey(input: string): string {
  return parseLinkedinInput(input).linkedinUrl;
}

/** What an item is, however its URL is written. */
export function itemKey(input: string): string {
  return linkedinItemKey(parseLinkedinInput(input).linkedinUrl);
}

/** Lines that are no profile are free. */
export function isFree(input: string): boolean {
  return !readLinkedinProfile(parseLinkedinInput(input).linkedinUrl).ok;
}
