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
const LAYOUTS: Readonly<Record<string, Layout>> = {
  'labeled, on the domain of the country': (block) =>
    page(
      `https://www.acme.${block.tld}/contact`,
      paragraphs(
        `Acme<br>${block.street}<br>${block.city}`,
        `${block.label}: ${block.landline}`,
        `${block.label}: ${block.mobile}`,
        block.other,
      ),
      national(block),
    ),
  '.com with the name of the country': (block) =>
    page(
      'https://www.acme.com/contact',
      paragraphs(
        `Acme<br>${block.street}<br>${block.name}`,
        `${block.label}: ${block.landline}`,
        `${block.label}: ${block.mobile}`,
        block.other,
      ),
      national(block),
    ),
  '.com with an address only': (block) =>
    page(
      'https://www.acme.com/contact',
      paragraphs(
        `Acme, ${block.street}<br>${block.city}<br>${block.label}: ${block.landline}<br>${block.label}: ${block.mobile}`,
        block.other,
      ),
      national(block),
    ),
  'international with extension': (block) =>
    page(
      'https://www.acme.com/contact',
      paragraphs(block.other, `${block.label} ${block.international} ${block.extension}`),
      [e164(block.international, block.country)],
    ),
  'not labeled, on the domain of the country': (block) =>
    page(
      `https://www.acme.${block.tld}/`,
      paragraphs(
        block.other,
        `Acme<br>${block.street}<br>${block.city}<br>${block.landline}<br>${block.mobile}`,
      ),
      national(block),
    ),
};

const inTable = (...rows: [string, string][]): string =>
  `<table>${rows.map(([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`).join('')}</table>`;

/** Layouts for the blocks that are never tuned on. The name of their country is the English one. */
const FRESH_LAYOUTS: Readonly<Record<string, Layout>> = {
  'table on the domain of the country': (block) =>
    page(
      `https://www.acme.${block.tld}/`,
      inTable(
        ['', block.city],
        [block.label, block.landline],
        ['Mobile', block.mobile],
        ['Info', block.other],
      ),
      national(block),
    ),
  'numbers before the address and English name, .com': (block) =>
    page(
      'https://www.acme.com/',
      paragraphs(
        `Tel: ${block.landline} | Mobile: ${block.mobile}<br>${block.street}, ${block.city}, ${block.name}`,
        block.other,
      ),
      national(block),
    ),
  'address only in the footer, .com': (block) =>
    page(
      'https://www.acme.com/',
      `<p>Welcome</p><footer>Acme | ${block.street}, ${block.city} | <i class="fa fa-phone"></i> ${block.landline} | ${block.other}</footer>`,
      [e164(block.landline, block.country)],
    ),
  'beside an office in another country, .com': (block) =>
    page(
      'https://www.acme.com/',
      `<div><h3>${block.name}</h3><p>${block.street}</p><p>Tel ${block.landline}</p></div><div><h3>Italy</h3><p>Via Roma 1</p><p>Tel 051 648 2231</p></div>`,
      [e164(block.landline, block.country), '+390516482231'],
    ),
  'calling code without plus, .com': (block) =>
    page(
      'https://www.acme.com/',
      paragraphs(
        `${block.street}, ${block.name}<br>${block.label}: ${block.international.replace('+', '')}`,
        block.other,
      ),
      [e164(block.international, block.country)],
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
function measureBlocks(
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
      const values = [...contacts.phones, ...contacts.faxes].map(({ value }) => value);
      pages += 1;
      expected += numbers.length;
      missed += numbers.filter((number) => !values.includes(number)).length;
      found += numbers.filter((number) => values.includes(number)).length;
      for (const value of values.filter((value) => !numbers.includes(value))) {
        wrong += 1;
        errors.push(`${block.country} ${name}: wrong ${value}`);
      }
      for (const value of numbers.filter((number) => !values.includes(number)))
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
