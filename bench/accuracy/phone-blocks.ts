import type { CountryCode } from 'libphonenumber-js/max';
import parsePhoneNumber from 'libphonenumber-js/max';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import {
  type CompanyBlock,
  TUNED_BLOCKS,
  UNTUNED_BLOCKS,
} from '../../engines/page-contacts/fixtures/phone-blocks.ts';
import { WHOLE_PAGE_MS } from './fixtures.ts';

/** One page with one company: its URL, HTML and the numbers it must give. */
interface BlockPage {
  url: string;
  html: string;
  numbers: string[];
}

type Layout = (block: CompanyBlock) => BlockPage;

const paragraphs = (...lines: string[]): string => lines.map((line) => `<p>${line}</p>`).join('\n');
const page = (url: string, html: string, numbers: string[]): BlockPage => ({
  url,
  html: `<html><body><h1>Acme</h1>${html}</body></html>`,
  numbers,
});

/** The layouts of the acceptance test: what a page tells about its country. */
export const LAYOUTS: Readonly<Record<string, Layout>> = {
  'labeled, on the domain of the country': (b) =>
    page(
      `https://www.acme.${b.tld}/contact`,
      paragraphs(
        `Acme<br>${b.street}<br>${b.city}`,
        `${b.label}: ${b.landline}`,
        `${b.label}: ${b.mobile}`,
        b.other,
      ),
      national(b),
    ),
  '.com with the name of the country': (b) =>
    page(
      'https://www.acme.com/contact',
      paragraphs(
        `Acme<br>${b.street}<br>${b.name}`,
        `${b.label}: ${b.landline}`,
        `${b.label}: ${b.mobile}`,
        b.other,
      ),
      national(b),
    ),
  '.com with an address only': (b) =>
    page(
      'https://www.acme.com/contact',
      paragraphs(
        `Acme, ${b.street}<br>${b.city}<br>${b.label}: ${b.landline}<br>${b.label}: ${b.mobile}`,
        b.other,
      ),
      national(b),
    ),
  'international with extension': (b) =>
    page(
      'https://www.acme.com/contact',
      paragraphs(b.other, `${b.label} ${b.international} ${b.extension}`),
      [e164(b.international, b.country)],
    ),
  'not labeled, on the domain of the country': (b) =>
    page(
      `https://www.acme.${b.tld}/`,
      paragraphs(b.other, `Acme<br>${b.street}<br>${b.city}<br>${b.landline}<br>${b.mobile}`),
      national(b),
    ),
};

function e164(written: string, country: CountryCode): string {
  const plain = written.startsWith('+') && country !== 'IT' ? written.replace('(0)', '') : written;
  const number = parsePhoneNumber(plain, country);
  if (!number?.isValid() || (number.country && number.country !== country))
    throw new Error(`${written} isn't a valid number of ${country}. Correct the block.`);
  return number.number;
}

function national(block: CompanyBlock): string[] {
  return [...new Set([e164(block.landline, block.country), e164(block.mobile, block.country)])];
}

/** Prints the recall of each layout, and the false numbers. */
export function measureBlocks(
  title: string,
  blocks: readonly CompanyBlock[],
  layouts: Readonly<Record<string, Layout>>,
  quiet: boolean,
): void {
  const errors: string[] = [];
  let wrong = 0;
  let pages = 0;
  console.log(`${title}: ${blocks.length} countries`);
  for (const [name, layout] of Object.entries(layouts)) {
    let found = 0;
    let expected = 0;
    for (const block of blocks) {
      const { url, html, numbers } = layout(block);
      const contacts = extractPage(html, url, { cpuBudgetMs: WHOLE_PAGE_MS });
      const values = [...contacts.phones.map((phone) => phone.value), ...contacts.faxes];
      pages += 1;
      expected += numbers.length;
      found += numbers.filter((number) => values.includes(number)).length;
      for (const value of values.filter((each) => !numbers.includes(each))) {
        wrong += 1;
        errors.push(`${block.country} ${name}: wrong ${value}`);
      }
      for (const value of numbers.filter((each) => !values.includes(each)))
        errors.push(`${block.country} ${name}: missed ${value}`);
    }
    console.log(`  ${name}: ${((100 * found) / expected).toFixed(1)}% found (${found} of ${expected})`);
  }
  console.log(`  false numbers: ${wrong} in ${pages} blocks`);
  if (!quiet) for (const line of errors) console.log(`    ${line}`);
}

/** Measures the half used for tuning and the half that wasn't. */
export function measureBothHalves(quiet: boolean): void {
  measureBlocks('Phone blocks, tuned half', TUNED_BLOCKS, LAYOUTS, quiet);
  measureBlocks('Phone blocks, other half', UNTUNED_BLOCKS, LAYOUTS, quiet);
}
