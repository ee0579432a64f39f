import { type AddressReading, readEmailAddress } from '#engines/email-address/email-address.ts';
import { itemText } from './cell-text.ts';

/**
 * Reads one email address as people write it: `Jane Doe <jane@acme.com>`, `mailto:jane@acme.com?subject=Hi`,
 * `jane@acme.com,`, `“jane@acme.com”`, with invisible characters. The fault is that of the plain address.
 */
export function readEmail(written: string): AddressReading {
  const plain = readEmailAddress(itemText(written));
  if (plain.ok) return plain;
  const asWritten = readEmailAddress(written);
  if (asWritten.ok) return asWritten;
  let text = itemText(written);
  text = /<([^<>]{1,500})>[\s,;.]{0,9}$/.exec(text)?.[1] ?? text;
  text = text.replace(/^(?:e-?mail|mail)\s*:\s*/i, '');
  if (/^mailto:/i.test(text)) text = decoded(text.replace(/^mailto:/i, '').replace(/\?.*$/s, ''));
  // jane@acme.com (Jane Doe)
  text = text.replace(/\([^()]{0,200}\)$/, '');
  text = itemText(text).replace(/[.,;:!]{1,9}$/, '');
  const reading = readEmailAddress(text);
  return reading.ok ? reading : asWritten;
}

/** What an email item is: its address in lower case. Any other text is its own item. */
export function emailKey(written: string): string {
  const reading = readEmail(written);
  return reading.ok ? reading.address.canonical.toLowerCase() : itemText(written).toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
