import type { SourceElement } from '../html/page-source.ts';
import { toEmailAddress } from './email-address.ts';
import type { TextEmail } from './find-emails.ts';

/** Classes of elements that a script makes a link for mail. */
const MAIL_CLASS = /mail|contact|kontakt|contatt|contato|addr|spam|protect|obf|cloak|crypt|cipher/i;
/** Buttons to share a page, and values that say what an element does. */
const SHARE_CLASS = /share|social|newsletter|subscribe/i;
const OTHER_NAME =
  /url|href|link|kind|type|action|categor|label|event|target|toggle|network|subject|title|text|index/i;
const LOCAL = /^[\p{L}\d](?:[\p{L}\d._+-]{0,38}[\p{L}\d])?$/u;
/** More values are those of a widget. */
const MAX_VALUES = 5;

/**
 * The address whose parts are the data attributes of an element, under any names and in any order: `data-x="info"
 * data-y="acme" data-z="com"`. Its host is one of `ownDomains`, and its class or a name is one for mail.
 */
export function elementEmail(element: SourceElement, ownDomains: ReadonlySet<string>): TextEmail | null {
  const names = [element.className, ...element.values.keys()].join(' ');
  if (!MAIL_CLASS.test(names) || SHARE_CLASS.test(names)) return null;
  const named = [...element.values].filter(([name]) => !OTHER_NAME.test(name)).map(([, value]) => value);
  const values = [...new Set(named)].map((value) => value.trim().replace(/^[@.]|[@.]$/g, ''));
  if (values.length > MAX_VALUES) return null;
  for (const [host, used] of hosts(values)) {
    if (!ownDomains.has(host.toLowerCase().replace(/^www\./, ''))) continue;
    const local = values.find((value) => !used.includes(value) && LOCAL.test(value));
    const email = local ? toEmailAddress(local, host) : null;
    if (email && local) return { ...email, written: `${local}@${host}`, index: 0, end: 0 };
  }
  return null;
}

/** Each value, and each two of them with a dot between, that may be a host. */
function hosts(values: readonly string[]): (readonly [host: string, used: readonly string[]])[] {
  const pairs = values.flatMap((name) =>
    values.map((suffix) => [`${name}.${suffix}`, [name, suffix]] as const),
  );
  return [...values.map((value) => [value, [value]] as const), ...pairs];
}
