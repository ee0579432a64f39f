import { expect, it } from 'vitest';
import { GUIDE_SLUGS } from '../guide-slugs.ts';
import { TUTORIALS } from './page.tsx';

it('each tutorial leads to a guide', () => {
  for (const { guide } of TUTORIALS) expect(GUIDE_SLUGS).toContain(guide);
});
