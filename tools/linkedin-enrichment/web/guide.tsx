import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { Badge } from '#web/ui/badge.tsx';
import { linkedinEnrichment, USED_TOOLS } from '../definition.ts';
import { STATUS_LABELS } from './view.ts';

export const guide: Guide = {
  ...toolFacts(linkedinEnrichment),
  summary:
    'Turn LinkedIn profile URLs into names, titles, companies, emails and phone numbers. We look them up in the lead databases and our other sources, and never visit LinkedIn.',
  free: [
    'Profiles without data',
    'Lines that aren’t profiles',
    'Repeated URLs',
    `Profiles you paid for in the last ${ANSWER_FRESH_DAYS} days`,
  ],
  steps: [
    'Paste one profile URL per line, or open a file with a LinkedIn column. You can also add profile pages that you saved.',
    'Check how many URLs were detected and what they can cost.',
    'Select Enrich Profiles. You can close the tab: the run continues on the server.',
    'Look at the completeness of each profile. Open its receipt to see where each value is from.',
    'Download the CSV or XLSX file. It has the profiles with data.',
  ],
  sample: {
    lines: linkedinEnrichment.task.sample,
    path: samplePath(linkedinEnrichment.path),
    note: 'Two placeholders that show the format. Replace them with profiles you need.',
  },
  statuses: [
    {
      key: 'found',
      badge: (
        <Badge tone="success">
          <CircleCheck aria-hidden />
          1–100%
        </Badge>
      ),
      meaning: 'The completeness: we found data, and 100% means that every field is filled.',
    },
    {
      key: 'none',
      badge: (
        <Badge>
          <CircleMinus aria-hidden />
          {STATUS_LABELS.not_found}
        </Badge>
      ),
      meaning: 'No step found data for this profile. Free.',
    },
    {
      key: 'failed',
      badge: (
        <Badge tone="danger">
          <CircleX aria-hidden />
          {linkedinEnrichment.task.failedLabel}
        </Badge>
      ),
      meaning: 'The line isn’t a profile, or nothing could be looked up. Free.',
    },
  ],
  questions: [
    {
      question: 'Can you get data that LinkedIn hides?',
      answer: 'No, and we never visit LinkedIn. The receipt of each profile says where each value is from.',
    },
    {
      question: 'Where do the results come from?',
      answer: `From your list, the lead databases of this site, pages you saved yourself, and a data provider if this site has one. If only the domain or the email is missing, ${USED_TOOLS.companies.name} and ${USED_TOOLS.emails.name} look for it.`,
    },
    {
      question: 'Which addresses work?',
      answer:
        'Profile URLs with /in/, old ones with /pub/ and their numbers, and links to people in Sales Navigator. Company, school, post and search pages don’t name a person, so we skip them and say why.',
    },
  ],
};
