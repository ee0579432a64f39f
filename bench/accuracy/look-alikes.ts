import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import {
  LOOK_ALIKES,
  type LookAlike,
  REAL_ALIKES,
} from '../../engines/page-contacts/fixtures/look-alikes.ts';
import { reportFigure } from '../figures.ts';
import { WHOLE_PAGE_MS } from './fixtures.ts';

/** Prints how many look-alikes give a false value, by half, and how many real values beside them are missed. */
export function measureLookAlikes(quiet: boolean): void {
  const halves = { 'tuned half': 0, 'half kept apart': 1 };
  for (const [name, rest] of Object.entries(halves))
    measureHalf(
      name,
      LOOK_ALIKES.filter((_, index) => index % 2 === rest),
      quiet,
    );
  const missed = REAL_ALIKES.filter(([place, html, value]) => {
    const { emails, phones } = valuesOf(place, html);
    return emails.concat(phones).join() !== value;
  });
  console.log(`Real values that resemble them: ${missed.length} of ${REAL_ALIKES.length} not right`);
  reportFigure('accuracy: look-alikes, real ones missed', missed.length, 'lower');
  if (!quiet)
    for (const [place, html] of missed) {
      const { emails, phones } = valuesOf(place, html);
      console.log(`    ${place}: ${html}: ${emails.concat(phones).join(' ')}`);
    }
}

function measureHalf(name: string, half: readonly LookAlike[], quiet: boolean): void {
  let falseEmails = 0;
  let falsePhones = 0;
  const errors: string[] = [];
  for (const [place, kind, html] of half) {
    const { emails, phones } = valuesOf(place, html);
    falseEmails += emails.length;
    falsePhones += phones.length;
    if (emails.length + phones.length > 0)
      errors.push(`${place} ${kind}: ${html}: ${emails.concat(phones).join(' ')}`);
  }
  console.log(
    `Look-alikes, ${name}: ${falseEmails} false emails, ${falsePhones} false phones in ${half.length}`,
  );
  reportFigure(`accuracy: look-alikes, ${name}, false emails`, falseEmails, 'lower');
  reportFigure(`accuracy: look-alikes, ${name}, false phones`, falsePhones, 'lower');
  if (!quiet) for (const line of errors) console.log(`    ${line}`);
}

/** The addresses and numbers of a page of acme.<domain> with this text. Faxes count as numbers. */
function valuesOf(place: string, html: string): { emails: string[]; phones: string[] } {
  const [tld, lang] = place.split(' ');
  const page = extractPage(
    `<html lang="${lang}"><body><p>Acme</p><p>${html}</p></body></html>`,
    `https://www.acme.${tld}/`,
    { cpuBudgetMs: WHOLE_PAGE_MS },
  );
  const phones = [...page.phones, ...page.unplacedPhones, ...page.faxes];
  return { emails: page.emails.map(({ value }) => value), phones: phones.map(({ value }) => value) };
}
