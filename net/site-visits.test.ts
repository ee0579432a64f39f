import { expect, it } from 'vitest';
import { countPage, countRequest, takeVisits } from './site-visits.ts';

it('gives out what was visited once, without tasks that were stopped', () => {
  takeVisits();
  countPage(null);
  countPage('timeout');
  countPage('timeout');
  countPage('stopped');
  countRequest('slow.example', 300);
  countRequest('slow.example', 200);
  expect(takeVisits()).toEqual({
    results: { read: 1, timeout: 2 },
    hosts: [{ host: 'slow.example', requests: 2, ms: 500 }],
  });
  expect(takeVisits()).toBeNull();
});

it('keeps its size when no one takes them', () => {
  for (let host = 0; host < 5000; host += 1) countRequest(`${host}.example`, 1);
  expect(takeVisits()?.hosts).toHaveLength(500);
});
