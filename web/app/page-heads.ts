import { UNLIMITED_PRICE_USD_CENTS_PER_MONTH } from '#contract/limits.ts';
import { contactOperator } from '#contract/operator.ts';
import { CARD_NOTE_PLACEHOLDER, ORIGIN_PLACEHOLDER } from '#contract/page-placeholders.ts';
import { GENERAL_QUESTIONS } from '../kit/guides/getting-started.ts';
import { GUIDES } from '../kit/guides/guides.ts';
import type { Question } from '../kit/questions.tsx';
import type { Page } from '../pages/page.ts';
import { howToUse, landing, pricing } from '../pages/pages.ts';
import { faq } from '../pages/pricing/faq.ts';

/** What search engines and social networks read about a page. */
export interface PageHead {
  description: string;
  /** JSON-LD, schema.org */
  data: readonly object[];
}

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: 'Leadwell',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${ORIGIN_PLACEHOLDER}/`,
  image: `${ORIGIN_PLACEHOLDER}/social-card.png`,
  offers: {
    '@type': 'Offer',
    name: 'Unlimited',
    price: (UNLIMITED_PRICE_USD_CENTS_PER_MONTH / 100).toFixed(2),
    priceCurrency: 'USD',
    url: `${ORIGIN_PLACEHOLDER}/pricing`,
  },
};

/** The head of a prerendered page. Throws for a page without a description. */
export function pageHead(page: Page): PageHead {
  const guide = GUIDES.find(({ slug }) => page.path === `${howToUse.path}/${slug}`);
  const description = page.description ?? guide?.summary;
  if (description === undefined) throw new Error(`${page.path} has no description.`);
  return { description, data: guide ? [questionPage(guide.questions)] : structuredData(page) };
}

function structuredData(page: Page): object[] {
  switch (page) {
    case landing:
      return [PRODUCT];
    case pricing:
      return [questionPage(faq(CARD_NOTE_PLACEHOLDER))];
    case howToUse:
      return [questionPage(GENERAL_QUESTIONS)];
    default:
      return [];
  }
}

function questionPage(questions: readonly Question[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer, contact }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: {
        '@type': 'Answer',
        text: contact ? `${answer} ${contactOperator(undefined)}` : answer,
      },
    })),
  };
}
