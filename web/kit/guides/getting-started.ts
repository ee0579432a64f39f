import { SIGN_UP_CREDITS, TRIAL_DAYS } from '#contract/limits.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Question } from '../questions.tsx';

/** The five steps of How To Use (spec lead tools §2). */
export const GETTING_STARTED: readonly { title: string; text: string }[] = [
  {
    title: 'Create your account',
    text: `You get ${formatNumber(SIGN_UP_CREDITS)} credits and ${TRIAL_DAYS} days to use every tool. The sign-up page says whether you need a card.`,
  },
  {
    title: 'Bring a list',
    text: 'Websites, company names, or people with their company’s domain. Each guide below has a sample list.',
  },
  {
    title: 'Check the quote',
    text: 'Before a run, you see the number of lines, the most it can cost, and your balance.',
  },
  {
    title: 'Run it',
    text: 'Rows arrive one by one. Close the tab if you like: the run continues, and Task History has it.',
  },
  {
    title: 'Check and download',
    text: 'Each row says what was found, where, and what it cost. Then download the CSV or XLSX file.',
  },
];

export const GENERAL_QUESTIONS: readonly Question[] = [
  {
    question: 'What do I pay for?',
    answer:
      'One credit per result that you can use: a site we could read, an email we found or verified, a domain we found, a lead you exported. Failures, unknown results and repeats are free.',
  },
  { question: 'Do credits expire?', answer: 'No. Credits never expire.' },
  {
    question: 'Can I stop a run?',
    answer: 'Yes. Cancel keeps every finished row, and Resume continues with the rest.',
  },
  {
    question: 'Does it work with Excel and Google Sheets?',
    answer:
      'Yes. Paste cells from a spreadsheet into the tools, open Excel workbooks in them, and download your results as one.',
  },
];
