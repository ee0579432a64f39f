import { Parser } from 'htmlparser2';
import type { WrittenPerson } from './found-person.ts';

/** The properties of a person in microdata, h-card and hCard. */
type Property = 'name' | 'title' | 'emails' | 'phones' | 'profiles';
const ITEMPROPS: Readonly<Record<string, Property>> = {
  name: 'name',
  jobtitle: 'title',
  email: 'emails',
  telephone: 'phones',
  sameas: 'profiles',
  url: 'profiles',
};
const CLASSES: Readonly<Record<string, Property>> = {
  'p-name': 'name',
  fn: 'name',
  'p-job-title': 'title',
  title: 'title',
  'u-email': 'emails',
  email: 'emails',
  'p-tel': 'phones',
  tel: 'phones',
  'u-url': 'profiles',
  url: 'profiles',
};
/** Markup without one of these has no marked people. */
const MARKS = /schema\.org\/Person|\b(?:h-card|vcard)\b/i;
const MAX_VALUE_CHARS = 200;
const MAX_PEOPLE = 500;
/** With the name, it makes the card one of an organization. */
const ORGANIZATION_CLASS = /(?:^|\s)(?:p-org|org|organization-name)(?:\s|$)/;

interface Card {
  depth: number;
  byClass: boolean;
  /** of an author or an organization, or a thing inside the card of a person */
  isLeftOut: boolean;
  person: WrittenPerson;
}

/** The people whom a page marks as such: microdata of schema.org, h-card and hCard. `expired` stops the reading. */
export function markedPeople(html: string, expired: () => boolean): WrittenPerson[] {
  if (!MARKS.test(html)) return [];
  const people: WrittenPerson[] = [];
  const cards: Card[] = [];
  const open: { depth: number; card: Card; property: Property; text: string }[] = [];
  let depth = 0;
  let events = 0;
  const put = ({ person }: Card, property: Property, written: string): void => {
    const value = written.replace(/\s+/g, ' ').trim().slice(0, MAX_VALUE_CHARS);
    if (value === '') return;
    if (property === 'name') person.name ||= value;
    else if (property === 'title') person.title ??= value;
    else person[property].push(value);
  };
  const parser = new Parser({
    onopentag(tag, attributes) {
      depth += 1;
      events += 1;
      if (events % 256 === 0 && expired()) parser.pause();
      const { class: className = '', itemtype = '', itemprop = '', href = '', content = '' } = attributes;
      const outer = cards.at(-1);
      const isMicrodata = 'itemscope' in attributes;
      const isCard = /(?:^|\s)(?:h-card|vcard)(?:\s|$)/.test(className);
      if (isCard || (isMicrodata && /schema\.org\/Person\b/i.test(itemtype))) {
        // An author of an article or a review isn't a contact.
        const isOther = /\b(?:author|creator|reviewer)\b/i.test(`${itemprop} ${className}`);
        cards.push({ depth, byClass: !isMicrodata, isLeftOut: isOther, person: unnamed() });
        return;
      }
      // What is inside another thing, such as an address or an employer, isn't about the person.
      if (isMicrodata && outer) {
        cards.push({ ...outer, depth, isLeftOut: true, person: unnamed() });
        return;
      }
      if (!outer) return;
      if (outer.byClass && ORGANIZATION_CLASS.test(className) && /\bfn\b/.test(className))
        outer.isLeftOut = true;
      const names = outer.byClass ? className : itemprop;
      for (const name of names.split(/\s+/)) {
        const property = (outer.byClass ? CLASSES : ITEMPROPS)[name.toLowerCase()];
        if (!property) continue;
        const isList = property !== 'name' && property !== 'title';
        const value = content || (isList && (tag === 'a' || tag === 'link') ? href : '');
        if (value) put(outer, property, value);
        else open.push({ depth, card: outer, property, text: '' });
      }
    },
    ontext(text) {
      for (const value of open) if (value.text.length < MAX_VALUE_CHARS) value.text += text;
    },
    onclosetag() {
      for (let value = open.at(-1); value && value.depth >= depth; value = open.at(-1)) {
        open.pop();
        put(value.card, value.property, value.text);
      }
      const card = cards.at(-1);
      if (card && card.depth >= depth) {
        cards.pop();
        if (!card.isLeftOut && card.person.name && people.length < MAX_PEOPLE) people.push(card.person);
      }
      depth -= 1;
    },
  });
  parser.end(html);
  return people;
}

function unnamed(): WrittenPerson {
  return { name: '', title: null, emails: [], phones: [], profiles: [] };
}
