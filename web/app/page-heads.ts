import {
  SIGN_UP_CREDITS,
  TRIAL_DAYS,
  UNLIMITED_PRICE,
  UNLIMITED_PRICE_USD_CENTS_PER_MONTH,
} from '#contract/limits.ts';
import { CARD_NOTE_MARK, ORIGIN_MARK } from '#contract/page-marks.ts';
import type { PrerenderedPage } from '#contract/pages.ts';
import { GENERAL_QUESTIONS } from '../kit/guides/getting-started.ts';
import { GUIDES } from '../kit/guides/guides.ts';
import { formatNumber } from '../lib/format.ts';
import { faq } from '../pages/pricing/faq.tsx';

/** What search engines and social networks read about a page, and the modules that its address loads. */
export interface PageHead {
  description: string;
  /** JSON-LD, schema.org */
  data: readonly object[];
  /** the route's modules, as their paths in web/ */
  modules: readonly string[];
}

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'SoftwareApplication',
  name: 'Leadwell',
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${ORIGIN_MARK}/`,
  image: `${ORIGIN_MARK}/social-card.png`,
  offers: {
    '@type': 'Offer',
    name: 'Unlimited',
    price: (UNLIMITED_PRICE_USD_CENTS_PER_MONTH / 100).toFixed(2),
    priceCurrency: 'USD',
    url: `${ORIGIN_MARK}/pricing`,
  },
};

/** The heads of all prerendered pages. */
export function pageHeads(): Record<PrerenderedPage, PageHead> {
  const guides = GUIDES.map((guide) => [
    `/how-to-use/${guide.slug}`,
    {
      description: guide.summary,
      data: [questionPage(guide.questions)],
      modules: ['pages/how-to-use-guide/page.tsx'],
    },
  ]);
  return {
    '/': {
      description: `Find emails, phone numbers and social profiles on company websites, verify them and export clean lists. ${formatNumber(SIGN_UP_CREDITS)} free credits, ${TRIAL_DAYS}-day trial. ${CARD_NOTE_MARK}`,
      data: [PRODUCT],
      modules: ['pages/landing/page.tsx'],
    },
    '/pricing': {
      description: `One plan with unlimited credits and every tool for ${UNLIMITED_PRICE} a month. Start with ${formatNumber(SIGN_UP_CREDITS)} free credits. ${CARD_NOTE_MARK}`,
      data: [questionPage(faq(CARD_NOTE_MARK))],
      modules: ['app/data-root.tsx', 'pages/pricing/page.tsx'],
    },
    '/how-to-use': {
      description:
        'Five steps to your first list, and a guide for each tool: what it does, what it costs, what the results mean, and a sample to try.',
      data: [questionPage(GENERAL_QUESTIONS)],
      modules: ['pages/how-to-use/page.tsx'],
    },
    ...Object.fromEntries(guides),
    '/privacy': {
      description: 'What this site stores about you, why, and how to get rid of it.',
      data: [],
      modules: ['pages/privacy/page.tsx'],
    },
    '/terms': {
      description: 'What you get, what it costs, and what is expected of you.',
      data: [],
      modules: ['pages/terms/page.tsx'],
    },
    '/data-request': {
      description: 'Find out what this site has about you, correct it, or have it deleted.',
      data: [],
      modules: ['pages/data-request/page.tsx'],
    },
  } as Record<PrerenderedPage, PageHead>;
}

function questionPage(questions: readonly { question: string; answer: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
