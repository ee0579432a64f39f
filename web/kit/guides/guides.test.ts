import { describe, expect, it } from 'vitest';
import { hasTasks, TOOLS } from '#tools/index/tools.ts';
import { PAGES } from '../../pages/all-pages.ts';
import { GUIDE_SLUGS } from '../../pages/visitor-facts.ts';
import { SAMPLE_PARAMETER } from '../guide.ts';
import { findGuide, GUIDES } from './guides.ts';

const PATHS: readonly string[] = PAGES.map(({ path }) => path);

describe('the guides', () => {
  it('are there for each address, and for each tool', () => {
    expect(GUIDES.map(({ slug }) => slug)).toEqual(GUIDE_SLUGS);
    for (const tool of TOOLS) expect(GUIDES.map(({ page }) => page.path)).toContain(tool.path);
    expect(findGuide('Website-Extraction')?.title).toBe('Website Extraction');
    expect(findGuide('nothing')).toBeUndefined();
  });

  it.each(GUIDES.map((guide) => [guide.slug, guide] as const))(
    'say what %s costs and means',
    (_slug, guide) => {
      expect(PATHS).toContain(guide.page.path);
      expect(guide.steps.length).toBeGreaterThanOrEqual(3);
      expect(guide.statuses.length).toBeGreaterThan(0);
      expect(new Set(guide.statuses.map(({ key }) => key)).size).toBe(guide.statuses.length);
      expect(guide.questions.length).toBeGreaterThan(0);
      expect(PATHS).toContain(guide.sample.path.split('?')[0]);
    },
  );

  it.each(TOOLS.filter(hasTasks))(
    'take the costs of $label from its definition, and open its sample',
    ({ path, task }) => {
      const guide = GUIDES.find(({ page }) => page.path === path);
      expect(guide?.costs[0]).toBe(`${task.creditsPerItem} credit per ${task.itemNoun}`);
      expect(guide?.sample.path).toBe(`${path}?${SAMPLE_PARAMETER}=1`);
    },
  );
});
