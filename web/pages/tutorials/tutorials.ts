import type { Tutorial } from '../../kit/tutorial.ts';
import { GUIDE_SLUGS } from '../visitor-facts.ts';

/** A tool's tutorial is in its web/tutorial.ts, and a page's beside its page.tsx. */
const FOUND = import.meta.glob<Tutorial>(['../../../tools/*/web/tutorial.ts', '../*/tutorial.ts'], {
  eager: true,
  import: 'tutorial',
});

/** The featured tutorials (spec lead tools §2), in the order of the guides. */
export const TUTORIALS: readonly Tutorial[] = GUIDE_SLUGS.flatMap((slug) =>
  Object.values(FOUND).filter(({ guide }) => guide === slug),
);
