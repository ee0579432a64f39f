import { PAY_PER_USE_MAX_RECORDS, PAY_PER_USE_MIN_RECORDS } from '#contract/limits.ts';
import { type Guide, samplePath } from '../../kit/guide.ts';
import { formatNumber } from '../../lib/format.ts';
import picture from './guide-picture.webp';
import { RECORD_PRICE } from './order-form/record-count.ts';
import { StateBadge } from './orders/order-badge.tsx';
import { type OrderState, STATE_LABELS } from './orders/order-labels.ts';
import { peopleOrders } from './page.ts';
import { SAMPLE_SEARCH } from './sample-search.ts';

const MEANINGS: Readonly<Record<OrderState, string>> = {
  unpaid: 'The order exists, and nothing was charged yet. Finish the payment to start it.',
  unpayable: 'The checkout couldn’t be opened. Nothing was charged.',
  clearing:
    'You finished the checkout, and your bank still has to confirm the payment, which can take a few days. Then the run starts by itself.',
  paid: 'We have your payment. The run starts when you open the order, or by itself after 15 minutes.',
  waiting: 'The run starts as soon as a worker is free.',
  running: 'Records are being collected. You can close the tab.',
  refunding: 'Fewer records were found than you paid for. The refund is on its way.',
  done: 'The file is ready to download.',
  failed: 'The run ended without a file. You get your money back.',
  declined: 'The payment was declined. Nothing was charged.',
  expired: 'The payment wasn’t finished in time. Nothing was charged.',
  refunded: 'You have your money back.',
  'refund-due': 'You get your money back. We try to pay it until it works.',
  'refund-failed': 'Our refund didn’t go through. The order says why.',
};

export const guide: Guide = {
  slug: 'apollo-scraper',
  title: peopleOrders.title,
  page: { path: peopleOrders.path, label: peopleOrders.title },
  runsTasks: false,
  summary:
    'Paste the URL of a people search on Apollo and get the people as a CSV or XLSX file. You pay per record, and you don’t need a plan or credits.',
  costs: [
    `${RECORD_PRICE} per record, paid by card`,
    `${formatNumber(PAY_PER_USE_MIN_RECORDS)} to ${formatNumber(PAY_PER_USE_MAX_RECORDS)} records in one order`,
  ],
  free: ['The preview of a search', 'Records that aren’t found: they are refunded'],
  steps: [
    'Build a people search on Apollo and copy the URL of the page.',
    'Paste it here. The preview shows which filters count, which are ignored, and how many records match.',
    'Choose how many records you want. The price is shown before you pay.',
    'Pay. The run starts automatically and continues if you close the tab.',
    'Download the CSV or XLSX file. If there are fewer records than you paid for, we refund the rest.',
  ],
  sample: {
    lines: [SAMPLE_SEARCH],
    path: samplePath(peopleOrders.path),
    note: 'Marketing managers in Germany. The preview is free.',
    action: 'Open with this search',
  },
  statuses: Object.entries(MEANINGS).map(([state, meaning]) => ({
    key: state,
    badge: <StateBadge state={state as OrderState} label={STATE_LABELS[state as OrderState]} />,
    meaning,
  })),
  questions: [
    {
      question: 'Do I need an Apollo account?',
      answer:
        'Only to build the search. The records don’t come from your account, and we never see your password.',
    },
    {
      question: 'Where is my receipt?',
      answer:
        'Each paid order has a “Receipt” button, here and on Usage and billing. The receipt shows refunds, too.',
    },
    {
      question: 'Can I order the same search again?',
      answer: 'Yes. Every order that has ended, with or without a file, has an “Order again” button.',
    },
  ],
  picture: { src: picture, alt: 'Apollo Scraper with a pasted search, its preview and the price' },
};
