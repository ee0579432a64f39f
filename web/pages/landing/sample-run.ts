/** One row of the product demo. The names are made up; `.example` domains and 555 numbers are reserved. */
export interface SampleRow {
  site: string;
  email: string | null;
  phone: string | null;
  /** Number of social profiles. */
  profiles: number;
  outcome: 'found' | 'unreachable';
  /** The source of the values, worded like the product's receipt. */
  receipt: string;
}

export const SAMPLE_ROWS: readonly SampleRow[] = [
  {
    site: 'harborroasters.example',
    email: 'hello@harborroasters.example',
    phone: '+1 202 555 0143',
    profiles: 2,
    outcome: 'found',
    receipt: 'Email link on /contact, written as “hello (at) harborroasters (dot) example”.',
  },
  {
    site: 'kestrel-optics.example',
    email: 'sales@kestrel-optics.example',
    phone: '+44 20 7946 0812',
    profiles: 1,
    outcome: 'found',
    receipt: 'Structured data on the home page, in the organization’s “email” field.',
  },
  {
    site: 'oldmillpress.example',
    email: null,
    phone: null,
    profiles: 0,
    outcome: 'unreachable',
    receipt: 'The site didn’t respond in time. You weren’t charged.',
  },
  {
    site: 'brightfield.example',
    email: 'reception@brightfield.example',
    phone: '+1 202 555 0178',
    profiles: 1,
    outcome: 'found',
    receipt: 'Text in the footer of /about. The phone number is a link on the same page.',
  },
  {
    site: 'tundra-freight.example',
    email: 'dispatch@tundra-freight.example',
    phone: '+1 202 555 0109',
    profiles: 2,
    outcome: 'found',
    receipt: 'Hidden from bots by a script on /contact-us, then decoded.',
  },
  {
    site: 'saffron-studio.example',
    email: 'studio@saffron-studio.example',
    phone: null,
    profiles: 2,
    outcome: 'found',
    receipt: 'Email link on /imprint. No phone number on the four pages we read.',
  },
];

export interface SampleCounters {
  done: number;
  total: number;
  found: number;
  failed: number;
  spent: number;
}

/** The counters after `done` rows. A site that could be read costs one credit; others are free. */
export function sampleCounters(done: number): SampleCounters {
  const rows = SAMPLE_ROWS.slice(0, done);
  const found = rows.filter((row) => row.outcome === 'found').length;
  return { done: rows.length, total: SAMPLE_ROWS.length, found, failed: rows.length - found, spent: found };
}
