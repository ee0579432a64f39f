import { withoutWww } from './without-www.ts';

/**
 * The domains of a text such as "acme.com, https://www.nord.de; info@oak.com". Of a text without one, its first word, so that a filter
 * never gets lost.
 */
export function domainsInText(text: string): string[] {
  const words = addressWords(text);
  const named = words.filter((word) => word.includes('.'));
  return (named.length > 0 ? named : words.slice(0, 1)).map(domainInText).filter(Boolean);
}

/** The words of a text in which addresses are separated by spaces, commas, semicolons, brackets or quotes. */
export function addressWords(text: string): string[] {
  return text.split(/[\s,;<>()"']+/).filter(Boolean);
}

/** A domain, website or email -> its domain without "www." or "*.", in lower case: '' if there is none. */
function domainInText(text: string): string {
  const [authority = ''] = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:(?:\/\/)?/, '')
    .split(/[/?#\s]/);
  const [host = ''] = authority.slice(authority.lastIndexOf('@') + 1).split(':');
  return withoutWww(host.replace(/^[*.]+|\.+$/g, ''));
}
