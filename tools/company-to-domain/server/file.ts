import { z } from 'zod';
import type { ResultFile } from '#server/tasks/task-tool.ts';
import { DomainEvidence, evidenceLabel, RunnerUp } from '../definition.ts';

/** The file has more columns than the page. */
export const COMPANY_FILE: ResultFile = {
  details: {
    // Not "website": other tools would take a given address for the found domain.
    given_country: ({ country }) => country,
    given_website: ({ website }) => website,
    given_city: ({ city }) => city,
    evidence: ({ evidence }) => evidenceText(evidence),
    runners_up: ({ runners_up }) => runnersUpText(runners_up),
  },
  nothingToLookUp: 'This row has no company name',
};

/** The evidence of a stored row in one cell: "Title: Acme; Against: Country: ...; Read on https://acme.com/". */
function evidenceText(stored: unknown): string {
  const parsed = z.array(DomainEvidence).safeParse(stored);
  const evidence = parsed.success ? parsed.data : [];
  const [page] = evidence.flatMap((item) => item.page ?? []);
  return [
    ...evidence.map(
      ({ source, text, supports }) => `${supports ? '' : 'Against: '}${evidenceLabel(source)}: ${text}`,
    ),
    ...(page === undefined ? [] : [`Read on ${page}`]),
  ].join('; ');
}

/** The other domains of a stored row in one cell: "acme.net 12% (The domain is for sale); ...". */
function runnersUpText(stored: unknown): string {
  const parsed = z.array(RunnerUp).safeParse(stored);
  const runnersUp = parsed.success ? parsed.data : [];
  return runnersUp.map(({ domain, confidence, reason }) => `${domain} ${confidence}% (${reason})`).join('; ');
}
