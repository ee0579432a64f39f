import { z } from 'zod';

/** A reason for or against a domain. */
export const DomainEvidence = z.object({
  /** what it is about: "title", "json-ld", "domain" ... */
  source: z.string(),
  text: z.string(),
  supports: z.boolean(),
  /** the page that says so; null if it isn't from a page */
  page: z.string().nullable(),
});
export type DomainEvidence = z.infer<typeof DomainEvidence>;

/** A domain that was looked at and not chosen. */
export const RunnerUp = z.object({
  domain: z.string(),
  confidence: z.int().min(0).max(100),
  reason: z.string(),
});
export type RunnerUp = z.infer<typeof RunnerUp>;

/** What a piece of evidence is about, for people who don't know HTML. */
const LABELS: Readonly<Record<string, string>> = {
  'json-ld': 'Business data (JSON-LD)',
  'site-name': 'Site name',
  title: 'Title',
  copyright: 'Copyright line',
  imprint: 'Imprint',
  logo: 'Logo',
  heading: 'Heading',
  text: 'Page text',
  domain: 'Domain',
  hint: 'Your list',
  index: 'Known from',
  page: 'Page',
  country: 'Country',
  'legal-form': 'Legal form',
  trade: 'Trade',
  given: 'Your list',
  operator: "Operator's table",
  leads: 'Lead databases',
  provider: 'Data provider',
};

export function evidenceLabel(source: string): string {
  return LABELS[source] ?? source;
}

/** The evidence of a stored row in one cell: "Title: Acme; Against: Country: ...; Read on https://acme.com/". */
export function evidenceText(stored: unknown): string {
  const parsed = z.array(DomainEvidence).safeParse(stored);
  const evidence = parsed.success ? parsed.data : [];
  const [page] = evidence.flatMap((each) => each.page ?? []);
  return [
    ...evidence.map(
      ({ source, text, supports }) => `${supports ? '' : 'Against: '}${evidenceLabel(source)}: ${text}`,
    ),
    ...(page === undefined ? [] : [`Read on ${page}`]),
  ].join('; ');
}

/** The other domains of a stored row in one cell: "acme.net 12% (The domain is for sale); ...". */
export function runnersUpText(stored: unknown): string {
  const parsed = z.array(RunnerUp).safeParse(stored);
  const runnersUp = parsed.success ? parsed.data : [];
  return runnersUp.map(({ domain, confidence, reason }) => `${domain} ${confidence}% (${reason})`).join('; ');
}
