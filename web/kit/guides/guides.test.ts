import { describe, expect, it } from 'vitest';
import { DASHBOARD_PAGES, GUIDE_SLUGS } from '#contract/pages.ts';
import { hasTasks, TOOLS } from '#tools/tools.ts';
import { SAMPLE_PARAMETER } from '../guide.ts';
import { GUIDES, guideOf } from './guides.ts';

const PAGES: readonly string[] = [...DASHBOARD_PAGES, ...TOOLS.map(({ path }) => path)];

describe('the guides', () => {
  it('are there for each address, and for each tool that works', () => {
    expect(GUIDES.map(({ slug }) => slug)).toEqual(GUIDE_SLUGS);
    for (const tool of TOOLS.filter(({ placeholder }) => !placeholder))
      expect(GUIDES.map(({ page }) => page.path)).toContain(tool.path);
    expect(guideOf('Website-Extraction')?.title).toBe('Website Extraction');
    expect(guideOf('nothing')).toBeUndefined();
  });

  it.each(GUIDES.map((guide) => [guide.slug, guide] as const))(
    'say what %s costs and means',
    (_slug, guide) => {
      expect(PAGES).toContain(guide.page.path);
      expect(guide.steps.length).toBeGreaterThanOrEqual(3);
      expect(guide.statuses.length).toBeGreaterThan(0);
      expect(new Set(guide.statuses.map(({ key }) => key)).size).toBe(guide.statuses.length);
      expect(guide.questions.length).toBeGreaterThan(0);
      expect(PAGES).toContain(guide.sample.path.split('?')[0]);
    },
  );

  it.each(TOOLS.filter(hasTasks).filter(({ placeholder }) => !placeholder))(
    'take the costs of $label from its definition, and open its sample',
    ({ path, task }) => {
      const guide = GUIDES.find(({ page }) => page.path === path);
      expect(guide?.costs[0]).toBe(`${task.creditsPerItem} credit per ${task.itemNoun}`);
      expect(guide?.sample.path).toBe(`${path}?${SAMPLE_PARAMETER}=1`);
    },
  );
});
