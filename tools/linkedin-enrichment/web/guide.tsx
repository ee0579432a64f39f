import { CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { type Guide, samplePath, toolFacts } from '#web/kit/guide.ts';
import { Badge } from '#web/ui/badge.tsx';
import { linkedinEnrichment } from '../definition.ts';

const SAMPLE_PROFILES = ['https://www.linkedin.com/in/jane-doe', 'https://www.linkedin.com/in/john-smith'];

export const linkedinEnrichmentGuide: Guide = {
  ...toolFacts(linkedinEnrichment),
  slug: 'linkedin-enrichment',
  summary:
    'Turn LinkedIn profile URLs into names, titles, companies, emails and phone numbers. We look them up in the lead databases and never log in to LinkedIn.',
  free: ['Profiles without data', 'Repeated URLs'],
  steps: [
    'Paste one profile URL per line, like https://www.linkedin.com/in/jane-doe.',
    'Check how many URLs were detected and what they can cost.',
    'Select Enrich Profiles. You can close the tab: the run continues on the server.',
    'Look at the completeness of each profile. It says how many of the fields we could fill.',
    'Download the CSV file. It has the profiles with data.',
  ],
  sample: {
    lines: SAMPLE_PROFILES,
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
      meaning: 'The lead databases don’t have this profile. Free.',
    },
    {
      key: 'failed',
      badge: (
        <Badge tone="danger">
          <CircleX aria-hidden />
          {linkedinEnrichment.task.failedLabel}
        </Badge>
      ),
      meaning: 'The URL isn’t a profile, or the lookup failed. Free.',
    },
  ],
  questions: [
    {
      question: 'Can you get data that LinkedIn hides?',
      answer: 'No. The results come from the lead databases of this site, not from LinkedIn.',
    },
    {
      question: 'Which addresses work?',
      answer:
        'Public profile URLs with /in/. Company pages, Sales Navigator links and search pages don’t name a person.',
    },
  ],
};
