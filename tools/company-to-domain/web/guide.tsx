import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { toolFor } from '#tools/index/tools.ts';
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { companyToDomain } from '../definition.ts';
import { StatusBadge } from './cells.tsx';
import picture from './guide-picture.webp';

export const guide: Guide = {
  ...toolFacts(companyToDomain),
  summary:
    'Turn company names into web domains. Each domain comes with the evidence for it. If no website clearly belongs to a company, you get none rather than a wrong one.',
  free: [
    'Names without a domain',
    'Lines that already are an address',
    'Repeated names',
    `Names you paid for in the last ${ANSWER_FRESH_DAYS} days`,
  ],
  steps: [
    'Paste one company per line, or open a CSV or XLSX file with a company column. Use the legal name if you have it.',
    'If your file has a country, city or website column, keep it. It tells companies of the same name apart.',
    'Start the run. We look in the company index and the lead databases first, then check websites.',
    'Open a row’s receipt to see why a domain was chosen, and which others came close.',
    `Download the CSV or XLSX file, and use the domains in ${toolFor('websites').label} or the ${toolFor('people').label}.`,
  ],
  sample: {
    lines: companyToDomain.task.sample,
    path: samplePath(companyToDomain.path),
    note: 'Four well-known companies, and one that doesn’t exist.',
  },
  statuses: [
    {
      key: 'index',
      badge: <StatusBadge status="found" source="index" />,
      meaning: 'Found. The label says where: here, in our company index.',
    },
    {
      key: 'leads',
      badge: <StatusBadge status="found" source="leads" />,
      meaning: 'Found: the lead databases know the domain of this company.',
    },
    {
      key: 'preset',
      badge: <StatusBadge status="found" source="preset" />,
      meaning:
        'Found: a public data set has this domain for the company. The receipt names it with its license.',
    },
    {
      key: 'website',
      badge: <StatusBadge status="found" source="website" />,
      meaning: 'Found: the website itself says that it belongs to the company.',
    },
    {
      key: 'given',
      badge: <StatusBadge status="found" source="given" />,
      meaning: 'Your line was a domain or a web address already. Free.',
    },
    {
      key: 'not_found',
      badge: <StatusBadge status="not_found" source={null} />,
      meaning: 'No website clearly belongs to this company, or the line isn’t a company name. Free.',
    },
    {
      key: 'failed',
      badge: <StatusBadge status="failed" source={null} />,
      meaning: 'Nothing could be looked up or read. Free. Run the failed names again later.',
    },
  ],
  questions: [
    {
      question: 'What does the confidence mean?',
      answer:
        'How much the evidence says that the domain belongs to this company, from 0 to 100%. Sort by it, and check the lowest ones by hand.',
    },
    {
      question: 'Two companies have the same name. Which one do I get?',
      answer:
        'With a country or website in your file, the right one. Without, we choose only if the evidence clearly favors one of them. Otherwise, the row stays without a domain.',
    },
  ],
  picture: {
    src: picture,
    alt: 'Company To Domain with a domain, a confidence and the reason for each company',
  },
};
