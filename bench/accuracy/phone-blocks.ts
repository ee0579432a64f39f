import type { CountryCode } from 'libphonenumber-js/max';
import parsePhoneNumber from 'libphonenumber-js/max';
import { extractPage } from '../../engines/page-contacts/extract-page.ts';
import { FRESH_BLOCKS, LAST_BLOCKS, TOWN_BLOCKS } from '../../engines/page-contacts/fixtures/fresh-blocks.ts';
import {
  type CompanyBlock,
  TUNED_BLOCKS,
  UNTUNED_BLOCKS,
} from '../../engines/page-contacts/fixtures/phone-blocks.ts';
import { reportFigure } from '../figures.ts';
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

const inTable = (...rows: [string, string][]): string =>
  `<table>${rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`;

/** Layouts for the blocks that are never tuned on. The name of their country is the English one. */
export const FRESH_LAYOUTS: Readonly<Record<string, Layout>> = {
  'table on the domain of the country': (b) =>
    page(
      `https://www.acme.${b.tld}/`,
      inTable(['', b.city], [b.label, b.landline], ['Mobile', b.mobile], ['Info', b.other]),
      national(b),
    ),
  'numbers before the address and English name, .com': (b) =>
    page(
      'https://www.acme.com/',
      paragraphs(`Tel: ${b.landline} | Mobile: ${b.mobile}<br>${b.street}, ${b.city}, ${b.name}`, b.other),
      national(b),
    ),
  'address only in the footer, .com': (b) =>
    page(
      'https://www.acme.com/',
      `<p>Welcome</p><footer>Acme | ${b.street}, ${b.city} | <i class="fa fa-phone"></i> ${b.landline} | ${b.other}</footer>`,
      [e164(b.landline, b.country)],
    ),
  'beside an office in another country, .com': (b) =>
    page(
      'https://www.acme.com/',
      `<div><h3>${b.name}</h3><p>${b.street}</p><p>Tel ${b.landline}</p></div><div><h3>Italy</h3><p>Via Roma 1</p><p>Tel 051 648 2231</p></div>`,
      [e164(b.landline, b.country), '+390516482231'],
    ),
  'calling code without plus, .com': (b) =>
    page(
      'https://www.acme.com/',
      paragraphs(`${b.street}, ${b.name}<br>${b.label}: ${b.international.replace('+', '')}`, b.other),
      [e164(b.international, b.country)],
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
  let missed = 0;
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
      missed += numbers.filter((number) => !values.includes(number)).length;
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
  reportFigure(`accuracy: ${title}, false`, wrong, 'lower');
  reportFigure(`accuracy: ${title}, missed`, missed, 'lower');
  console.log(`  false numbers: ${wrong} in ${pages} blocks`);
  if (!quiet) for (const line of errors) console.log(`    ${line}`);
}

/** Measures the half used for tuning, the other half, and the blocks that were written afterwards. */
export function measureAllBlocks(quiet: boolean): void {
  measureBlocks('Phone blocks, tuned half', TUNED_BLOCKS, LAYOUTS, quiet);
  measureBlocks('Phone blocks, other half', UNTUNED_BLOCKS, LAYOUTS, quiet);
  measureBlocks('Fresh phone blocks', FRESH_BLOCKS, LAYOUTS, quiet);
  measureBlocks('Fresh phone blocks, other layouts', FRESH_BLOCKS, FRESH_LAYOUTS, quiet);
  measureBlocks('Small towns', TOWN_BLOCKS, LAYOUTS, quiet);
  measureBlocks('Small towns, other layouts', TOWN_BLOCKS, FRESH_LAYOUTS, quiet);
  measureBlocks('Last blocks, never tuned on', LAST_BLOCKS, LAYOUTS, quiet);
  measureBlocks('Last blocks, other layouts', LAST_BLOCKS, FRESH_LAYOUTS, quiet);
}
