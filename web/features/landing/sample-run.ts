/** One row of the product picture. The names are made up; `.example` and 555 numbers belong to nobody. */
export interface SampleRow {
  site: string;
  email: string | null;
  phone: string | null;
  /** how many social profiles */
  profiles: number;
  outcome: 'found' | 'unreachable';
  /** Where the value stood, as the product's receipt says it. */
  receipt: string;
}

export const SAMPLE_ROWS: readonly SampleRow[] = [
  {
    site: 'harborroasters.example',
    email: 'hello@harborroasters.example',
    phone: '+1 202 555 0143',
    profiles: 2,
    outcome: 'found',
    receipt: 'Mail link on /contact, written “hello (at) harborroasters (dot) example”.',
  },
  {
    site: 'kestrel-optics.example',
    email: 'sales@kestrel-optics.example',
    phone: '+44 20 7946 0812',
    profiles: 1,
    outcome: 'found',
    receipt: 'Structured data of the start page, field “email” of the organisation.',
  },
  {
    site: 'oldmillpress.example',
    email: null,
    phone: null,
    profiles: 0,
    outcome: 'unreachable',
    receipt: 'The site did not answer in time. Nothing was charged.',
  },
  {
    site: 'brightfield.example',
    email: 'reception@brightfield.example',
    phone: '+1 202 555 0178',
    profiles: 1,
    outcome: 'found',
    receipt: 'Text in the footer of /about. The phone is a call link on the same page.',
  },
  {
    site: 'tundra-freight.example',
    email: 'dispatch@tundra-freight.example',
    phone: '+1 202 555 0109',
    profiles: 2,
    outcome: 'found',
    receipt: 'Hidden by a script against robots on /contact-us, and decoded.',
  },
  {
    site: 'saffron-studio.example',
    email: 'studio@saffron-studio.example',
    phone: null,
    profiles: 2,
    outcome: 'found',
    receipt: 'Mail link on /imprint. No phone number stands on the four pages read.',
  },
];

export interface SampleCounters {
  done: number;
  total: number;
  found: number;
  failed: number;
  spent: number;
}

/** The counters once `done` rows have come in: a site that was read costs one credit, one that was not costs none. */
export function sampleCounters(done: number): SampleCounters {
  const rows = SAMPLE_ROWS.slice(0, done);
  const found = rows.filter((row) => row.outcome === 'found').length;
  return { done: rows.length, total: SAMPLE_ROWS.length, found, failed: rows.length - found, spent: found };
}
