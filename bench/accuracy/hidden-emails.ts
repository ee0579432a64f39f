import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { HIDDEN, HIDDEN_EMAILS, NOT_EMAILS } from '../../engines/page-contacts/fixtures/hidden-emails.ts';
import { reportFigure } from '../figures.ts';
import { WHOLE_PAGE_MS } from './fixtures.ts';

/** Prints how many hidden addresses are found, and what is found where there is none. */
export function measureHiddenEmails(quiet: boolean): void {
  const emails = (html: string): string =>
    extractPage(html, 'https://www.acme.com/', { cpuBudgetMs: WHOLE_PAGE_MS })
      .emails.map(({ value }) => value)
      .join(' ');
  const missed = HIDDEN_EMAILS.filter(([, html, email = HIDDEN]) => emails(html) !== email);
  const wrong = NOT_EMAILS.filter(([, html]) => emails(html) !== '');
  console.log(`Hidden emails: ${HIDDEN_EMAILS.length - missed.length} of ${HIDDEN_EMAILS.length} found`);
  reportFigure('accuracy: hidden emails, missed', missed.length, 'lower');
  reportFigure('accuracy: hidden emails, false', wrong.length, 'lower');
  console.log(`  false addresses: ${wrong.length} in ${NOT_EMAILS.length} pages without one`);
  if (!quiet) for (const [technique] of [...missed, ...wrong]) console.log(`    ${technique}`);
}
