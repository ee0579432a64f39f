import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { ANSWER_FRESH_DAYS } from '#contract/limits.ts';
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { Badge } from '#web/ui/badge.tsx';
import { linkedinEnrichment } from '../definition.ts';

export const guide: Guide = {
  ...toolFacts(linkedinEnrichment),
  summary:
    'Turn LinkedIn profile URLs into names, titles, companies, emails and phone numbers. We look them up in the lead databases and never visit LinkedIn.',
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
          Completeness 1–100%
        </Badge>
      ),
      meaning: 'We found data. 100% means that every field is filled.',
    },
    {
      key: 'none',
      badge: (
        <Badge>
          <CircleMinus aria-hidden />
          Completeness 0%
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
      answer:
        'No. The results come from the lead databases of this site and from pages you saved yourself. We never visit LinkedIn.',
    },
    {
      question: 'Which addresses work?',
      answer:
        'Profile URLs with /in/, old ones with /pub/ and their numbers, and links to people in Sales Navigator. Company, school, post and search pages don’t name a person, so we skip them and say why.',
    },
  ],
};
