import type { SourceElement } from '../html/page-source.ts';
import { toEmailAddress } from './email-address.ts';
import type { TextEmail } from './find-emails.ts';

/** Classes and names of attributes of what a script makes a link for mail. */
const MAIL = /e?mail|\beml|spam|protect|obf|cloak|crypt|cipher/i;
/** Buttons to share a page or to subscribe to something. */
const SHARE = /share|social|newsletter|subscribe|popup/i;
/** Names of what is left of the @. Others, such as `position`, say what an element does. */
const LOCAL_NAME =
  /^(?:(?:e?mail|eml)-?)?(?:.{1,2}|.*(?:user|name|local|login|box|account|part|left|first|pre|who|recipient|nom|nombre|nome)\d?)$/i;
const LOCAL = /^[\p{L}\d](?:[\p{L}\d._+-]{0,38}[\p{L}\d])?$/u;
/** More values are those of a widget. */
const MAX_VALUES = 5;

/**
 * The address whose parts are the data attributes of an element, under any names and in any order: `data-x="info"
 * data-y="acme" data-z="com"`. Its host is one of `ownDomains`, and its class or a name is one for mail.
 */
export function elementEmail(element: SourceElement, ownDomains: ReadonlySet<string>): TextEmail | null {
  const names = [element.className, ...element.values.keys()].join(' ');
  if (element.values.size > MAX_VALUES || !MAIL.test(names) || SHARE.test(names)) return null;
  const parts = [...element.values].map(([name, value]) => ({
    name,
    value: value.trim().replace(EDGES, ''),
  }));
  const pairs = parts.flatMap((first) => parts.map((second) => [first, second]));
  for (const used of [...parts.map((part) => [part]), ...pairs]) {
    const host = used.map(({ value }) => value).join('.');
    if (!ownDomains.has(host.toLowerCase().replace(/^www\./, ''))) continue;
    const left = parts.find(
      (part) => !used.includes(part) && LOCAL_NAME.test(part.name) && LOCAL.test(part.value),
    );
    const email = left ? toEmailAddress(left.value, host) : null;
    if (email && left) return { ...email, written: `${left.value}@${host}`, index: 0, end: 0 };
  }
  return null;
}

/** Signs that some keep with a part. */
const EDGES = /^[@.]|[@.]$/g;
