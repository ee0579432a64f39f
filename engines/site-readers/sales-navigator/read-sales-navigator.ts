import type { CollectColumn } from '#contract/collect-sites.ts';
import type { CutCard, PageCut } from '../page-cut.ts';
import {
  asRecord,
  at,
  firstText,
  marksOf,
  oneLine,
  parsedJson,
  type Reading,
  readingOf,
  rowOf,
  type Seen,
  walk,
  webUrl,
} from '../reading.ts';

type Column = CollectColumn<'sales-navigator'>;
const PROFILE = /^urn:li:fs_salesProfile:\(([\w-]{5,80}),/;
const DEGREE = /(\d)\s*(?:st|nd|rd|th|er|e|º|°|\.)?\+?/u;

/** Reads leads of Sales Navigator: the cards of a search or list, and the state that the page embeds. */
export function readSalesNavigator(cut: PageCut): Reading<Column> {
  return readingOf(seenIn(cut));
}

function* seenIn(cut: PageCut): Generator<Seen<Column>> {
  for (const text of cut.states) yield* leads(text);
  for (const card of cut.cards) yield leadCard(card);
}

/** Leads in `elements` or `included`. A text without leads is one of the page's many others. */
function leads(text: string): Seen<Column>[] {
  const seen: Seen<Column>[] = [];
  walk(parsedJson(text), (node) => {
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
  return rowOf([id], 'name', {
    name: firstText(lead.fullName, `${oneLine(lead.firstName)} ${oneLine(lead.lastName)}`),
    title: at(position, 'title'),
    company: at(position, 'companyName'),
    location: lead.geoRegion,
    degree: lead.degree,
    lead_id: id,
    profile_url: leadUrl(id),
  });
}

function leadCard(card: CutCard): Seen<Column> {
  // Empty until it comes into view.
  if (card.texts.length === 0) return 'ignored';
  const part = (...names: string[]) =>
    oneLine(
      marksOf(card, 'anonymize').find((mark) => names.includes(mark.value) && mark.text.trim() !== '')?.text,
    );
  const id = leadId(card);
  return rowOf([id], 'name', {
    name: part('person-name'),
    title: part('title', 'job-title'),
    company: part('company-name'),
    location: part('location'),
    degree: DEGREE.exec(
      card.texts.find((text) => /^[•·]?\s*\d\s*(?:st|nd|rd|th|er|e|º|°|\.)\+?/u.test(text)) ?? '',
    )?.[1],
    lead_id: id,
    profile_url: leadUrl(id),
  });
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
