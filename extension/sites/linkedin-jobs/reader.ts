import type { CutCard, PageCut } from '../../core/page-cut.ts';
import {
  collectRows,
  firstText,
  makeRow,
  marksNamed,
  markText,
  oneLine,
  type Reading,
  type Seen,
  webUrl,
} from '../../core/reading.ts';
import type { linkedinJobs } from './site.ts';

type Column = (typeof linkedinJobs.columns)[number];

/** Reads jobs of LinkedIn's job search, signed in or public. */
export function read(cut: PageCut): Reading<Column> {
  return collectRows(cut.cards.map(jobCard));
}

function jobCard(card: CutCard): Seen<Column> {
  // LinkedIn empties the cards that are out of view.
  if (card.texts.length === 0) return 'ignored';
  const id = jobId(card);
  const link = card.links.find(({ href }) => href.includes('/jobs/view/'));
  const title = firstText(markText(card, 'title'), link?.text, link?.label);
  const lines = card.texts.filter((text) => text !== title && !text.startsWith(`${title} `));
  return makeRow(
    [id],
    'title',
    {
      title,
      company: firstText(markText(card, 'company'), lines[0]),
      location: firstText(markText(card, 'location'), lines[1]),
      posted: firstText(...marksNamed(card, 'posted').flatMap((mark) => [mark.value, mark.text])),
      job_id: id,
      job_url: id && `https://www.linkedin.com/jobs/view/${id}`,
    },
    // The list shows both for every job.
    { company: title, location: title },
  );
}

function jobId(card: CutCard): string {
  for (const mark of marksNamed(card, 'job')) {
    const id = /(?:^|:)(\d{5,20})$/.exec(oneLine(mark.value))?.[1];
    if (id) return id;
  }
  for (const link of card.links) {
    const id = /\/jobs\/view\/(?:[^/]*-)?(\d{5,20})/.exec(webUrl(link.href)?.pathname ?? '')?.[1];
    if (id) return id;
  }
  return '';
}
