import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  asRecord,
  collectRows,
  firstText,
  makeRow,
  marksNamed,
  markText,
  oneLine,
  parsedJson,
  type Reading,
  type Seen,
  valueAt,
  walk,
  webUrl,
} from '../../core/reading.ts';
import type { salesNavigator } from './site.ts';

type Column = (typeof salesNavigator.columns)[number];
const PROFILE = /^urn:li:fs_salesProfile:\(([\w-]{5,80}),/;
const DEGREE = /(\d)\s*(?:st|nd|rd|th|er|e|º|°|\.)?\+?/u;

/** Reads leads of Sales Navigator: the cards of a search or list, and the state that the page embeds. */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<Column>> {
  for (const text of cut.states) yield* leads(text);
  for (const card of cut.cards) yield leadCard(card);
}

/** Leads in `elements` or `included`. A text without leads is one of the page's many others. */
function leads(text: string): Seen<Column>[] {
  const value = parsedJson(text);
  if (value === undefined && text.includes('fs_salesProfile')) return [null];
  const seen: Seen<Column>[] = [];
  walk(value, (node) => {
    const lead = asRecord(node);
    const urn = oneLine(lead.entityUrn);
    const isHit = oneLine(lead.$type).endsWith('DecoratedPeopleSearchHit');
    if (!isHit && !(PROFILE.test(urn) && 'currentPositions' in lead)) return false;
    seen.push(readLead(lead, PROFILE.exec(urn)?.[1] ?? ''));
    return true;
  });
  return seen;
}

function readLead(lead: Readonly<Record<string, unknown>>, id: string): Seen<Column> {
  const position = Array.isArray(lead.currentPositions) ? lead.currentPositions[0] : undefined;
  return makeRow(
    [id],
    'name',
    {
      name: firstText(lead.fullName, `${oneLine(lead.firstName)} ${oneLine(lead.lastName)}`),
      title: valueAt(position, 'title'),
      company: firstText(
        valueAt(position, 'companyName'),
        valueAt(position, 'companyUrnResolutionResult', 'name'),
        valueAt(position, 'company', 'name'),
      ),
      location: lead.geoRegion,
      degree: lead.degree,
      lead_id: id,
      profile_url: leadUrl(id),
    },
    { company: firstText(valueAt(position, 'companyUrn'), valueAt(position, 'company')) },
  );
}

function leadCard(card: CutCard): Seen<Column> {
  // Empty until it comes into view.
  if (card.texts.length === 0) return 'ignored';
  const part = (...names: string[]) =>
    oneLine(
      marksNamed(card, 'anonymize').find((mark) => names.includes(mark.value) && mark.text.trim() !== '')
        ?.text,
    );
  const id = leadId(card);
  const name = part('person-name');
  const title = part('title', 'job-title');
  const location = part('location');
  const company = part('company-name') || companyAfter(card, title, location);
  const known = [name, title, company, location];
  const other = card.texts
    .map(oneLine)
    .find(
      (text) => /\p{L}{2}/u.test(text) && !isDegree(text) && !known.includes(text) && !ABOUT_ROLE.test(text),
    );
  return makeRow(
    [id],
    'name',
    {
      name,
      title,
      company,
      location,
      degree: DEGREE.exec(card.texts.find(isDegree) ?? '')?.[1],
      lead_id: id,
      profile_url: leadUrl(id),
    },
    {
      title: other,
      company: title && markText(card, 'subtitle').slice(title.length).replace(/\W+/gu, ''),
      location: other,
    },
  );
}

function isDegree(text: string): boolean {
  return /^[•·]?\s*\d\s*(?:st|nd|rd|th|er|e|º|°|\.)\+?/u.test(text);
}

/**
 * The company of a card whose company has no page, and so no link or name of its own: the rest of the subtitle
 * after the title, else the text that follows the title.
 */
function companyAfter(card: CutCard, title: string, location: string): string {
  if (title === '') return '';
  const isCompany = (text: string) => text !== '' && text !== location && /[\p{L}\d]/u.test(text);
  const subtitle = markText(card, 'subtitle');
  if (subtitle.startsWith(title)) {
    const rest = withoutJoint(subtitle.slice(title.length));
    if (isCompany(rest)) return rest;
  }
  const after = card.texts.map(oneLine).lastIndexOf(title);
  if (after < 0) return '';
  const next = card.texts.slice(after + 1).find((text) => /[\p{L}\d]/u.test(text));
  // Texts further down are about the lead's time in the role, shared connections and so on.
  const company = withoutJoint(oneLine(next));
  return isCompany(company) && company.length <= MAX_COMPANY_CHARS && !ABOUT_ROLE.test(company)
    ? company
    : '';
}

const MAX_COMPANY_CHARS = 120;
const ABOUT_ROLE = /^\d+\s|\b(?:in role|in company|in der Position|mutual|connections?|about|über):?/i;

/** "· Acme", "at Acme", "bei Acme" -> "Acme". */
function withoutJoint(text: string): string {
  return oneLine(text).replace(/^[\s·•|,@–—-]*(?:(?:at|bei|chez|en|presso|bij)\s)?\s*/iu, '');
}

function leadId(card: CutCard): string {
  for (const link of card.links) {
    const id = /^\/sales\/(?:lead|people)\/([\w-]{5,80})/.exec(webUrl(link.href)?.pathname ?? '')?.[1];
    if (id) return id;
  }
  return '';
}

function leadUrl(id: string): string {
  return id && `https://www.linkedin.com/sales/lead/${id}`;
}
