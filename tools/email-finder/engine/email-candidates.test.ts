import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPattern, rankCandidates } from './email-candidates.ts';
import { domainPatternShare, PATTERN_IDS, patternShare } from './patterns.ts';

const JOHN = { first: 'John', last: 'Smith' };
const ranked = (known: Record<string, number>, limit = 8) =>
  rankCandidates(JOHN, { domain: 'acme.com', known, limit }).map(({ localPart }) => localPart);

describe('candidates', () => {
  it('are ordered by the published shares', () => {
    expect(ranked({}, 4)).toEqual(['john.smith', 'jsmith', 'john', 'smith']);
  });

  it('follow the known addresses of the domain', () => {
    expect(ranked({ flast: 1 })[0]).toBe('jsmith');
    expect(ranked({ lf: 2 })[0]).toBe('sj');
    expect(ranked({ first: 3, flast: 1 }).slice(0, 3)).toEqual(['john', 'jsmith', 'john.smith']);
    expect(ranked({ 'no such pattern': 50 })).toEqual(ranked({}));
  });

  it('are eight by default, or up to the limit', () => {
    expect(rankCandidates(JOHN, { domain: null })).toHaveLength(8);
    expect(rankCandidates(JOHN, { domain: null, limit: 20 })).toHaveLength(20);
  });

  it('have decreasing shares that add up to less than one', () => {
    const shares = rankCandidates(JOHN, { domain: 'acme.com', limit: 1_000 }).map(({ share }) => share);
    expect(shares).toEqual([...shares].sort((a, b) => b - a));
    const sum = shares.reduce((total, share) => total + share, 0);
    expect(sum).toBeGreaterThan(0.7);
    expect(sum).toBeLessThan(0.8);
  });

  it('are empty for a name without letters', () => {
    for (const first of ['', ' ', '…', '12', '😀', '-', "'"]) {
      expect(rankCandidates({ first, last: '' }, { domain: 'acme.com' })).toEqual([]);
    }
  });

  it('are valid local parts for any name', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );
    fc.assert(
      fc.property(text, text, (first, last) => {
        const candidates = rankCandidates({ first, last }, { domain: 'acme.de', limit: 20 });
        const parts = candidates.map(({ localPart }) => localPart);
        expect(new Set(parts).size).toBe(parts.length);
        for (const part of parts) {
          expect(part).toMatch(/^[a-z](?:[a-z]|[._'-](?=[a-z]))+$/);
          expect(part.length).toBeLessThanOrEqual(64);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('use only the start of an overlong name', () => {
    const endless = { first: 'ab-'.repeat(1_000_000), last: "d'é ".repeat(1_000_000) };
    expect(rankCandidates(endless, { domain: 'acme.de' })).not.toEqual([]);
  });
});

describe('the pattern of a known address', () => {
  it.each([
    ['john.smith', 'first.last'],
    ['JSmith', 'flast'],
    ['john.smith+news', 'first.last'],
    ['johns', 'firstl'],
    ['smith.john', 'last.first'],
    ['bob', null],
    ['info', null],
  ])('of %s is %s', (localPart, pattern) => {
    expect(matchPattern(JOHN, localPart, 'acme.com')).toBe(pattern);
  });

  it('is found for every candidate', () => {
    const people = [JOHN, { first: 'Jürgen', last: 'von Müller' }, { first: '小明', last: '王' }];
    for (const person of people) {
      for (const { localPart, pattern } of rankCandidates(person, { domain: 'acme.de', limit: 20 })) {
        expect(matchPattern(person, localPart, 'acme.de')).toBe(pattern);
      }
    }
  });
});

describe('shares of patterns', () => {
  it('equal the published shares without known addresses, and add up to less than one', () => {
    const sum = (share: (id: (typeof PATTERN_IDS)[number]) => number) =>
      PATTERN_IDS.reduce((total, id) => total + share(id), 0);
    for (const id of PATTERN_IDS) expect(domainPatternShare(id, {})).toBeCloseTo(patternShare(id), 10);
    expect(sum(patternShare)).toBeGreaterThan(0.75);
    expect(sum(patternShare)).toBeLessThan(0.8);
    expect(sum((id) => domainPatternShare(id, { flast: 3 }))).toBeLessThan(1);
  });
});
