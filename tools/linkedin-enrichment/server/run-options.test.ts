import { describe, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { linkedinRunOptions } from './run-options.ts';

describe('the settings of LinkedIn enrichment', () => {
  it('take the steps in any order', () => {
    expect(linkedinRunOptions(parseConfig({})).steps).toEqual(
      'leads leads-by-name page provider company-domain email'.split(' '),
    );
    const LINKEDIN_STEPS = 'page, leads,provider,leads-by-name,leads';
    expect(linkedinRunOptions(parseConfig({ LINKEDIN_STEPS })).steps).toEqual(
      'page leads provider leads-by-name leads'.split(' '),
    );
  });

  it.each([
    ['LINKEDIN_STEPS', 'leads,scrape', 'leads-by-name'],
    ['LINKEDIN_STEPS', ',', 'must name at least one step'],
    ['PROFILE_PROVIDER_URL', 'https://x.example/', '{url} or {slug}'],
  ])('explain what %s=%s should be', (name, value, message) => {
    expect(() => parseConfig({ [name]: value })).toThrow(message);
  });
});
