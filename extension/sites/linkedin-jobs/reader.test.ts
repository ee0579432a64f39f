import { expect, it } from 'vitest';
import { cards, link, mark } from '../../core/test-cuts.ts';
import { read } from './reader.ts';

it('reads jobs, signed in and public, and skips empty cards', () => {
  const title = link(
    'https://www.linkedin.com/jobs/view/4012345678/?ref=1',
    'Engineer',
    'Engineer with verification',
  );
  const { rows, candidates } = read(
    cards(
      {
        texts: ['Engineer', 'Acme', 'Lyon (On-site)'],
        links: [title],
        marks: [mark('job', '', '4012345678')],
      },
      { marks: [mark('job', '', '4012345679')] },
      {
        texts: ['Ingenieur', 'Beta GmbH', 'Berlin', 'vor 2 Tagen'],
        marks: [
          mark('job', '', 'urn:li:jobPosting:4012345680'),
          mark('title', 'Ingenieur'),
          mark('company', 'Beta GmbH'),
          mark('location', 'Berlin'),
          mark('posted', 'vor 2 Tagen', '2026-11-20'),
        ],
      },
    ),
  );
  expect(candidates).toBe(2);
  expect(rows.map((row) => row.values)).toEqual([
    {
      title: 'Engineer',
      company: 'Acme',
      location: 'Lyon (On-site)',
      job_id: '4012345678',
      job_url: 'https://www.linkedin.com/jobs/view/4012345678',
    },
    {
      title: 'Ingenieur',
      company: 'Beta GmbH',
      location: 'Berlin',
      posted: '2026-11-20',
      job_id: '4012345680',
      job_url: 'https://www.linkedin.com/jobs/view/4012345680',
    },
  ]);
});

it('keeps a company that begins like the title, and reports a company and a place that are not there', () => {
  const jobWith = (...texts: string[]) =>
    read(
      cards({
        texts,
        links: [link('https://www.linkedin.com/jobs/view/4012345678', 'Engineer')],
        marks: [mark('job', '', '4012345678')],
      }),
    );
  const whole = jobWith('Engineer', 'Engineers Inc', 'Lyon');
  expect(whole.rows).toMatchObject([{ values: { company: 'Engineers Inc', location: 'Lyon' } }]);
  expect(whole.unreadFields).toBeUndefined();
  expect(jobWith('Engineer', 'Acme').unreadFields).toEqual([{ key: '4012345678', column: 'location' }]);
  expect(jobWith('Engineer', 'Engineer with verification').unreadFields).toEqual([
    { key: '4012345678', column: 'company' },
    { key: '4012345678', column: 'location' },
  ]);
});
