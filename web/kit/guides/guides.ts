import { useLocation } from 'react-router';
import { GUIDE_SLUGS } from '../../pages/visitor-facts.ts';
import type { Guide } from '../guide.ts';

/** A tool's guide is in its web/guide.tsx, and a page's beside its page.tsx. */
const FOUND = import.meta.glob<Guide>(['../../../tools/*/web/guide.tsx', '../../pages/*/guide.tsx'], {
  eager: true,
  import: 'guide',
});

/** All guides, in the order of their list. */
export const GUIDES: readonly Guide[] = GUIDE_SLUGS.flatMap((slug) =>
  Object.values(FOUND).filter((guide) => guide.slug === slug),
);

/** The guide with this address, in any case; undefined if there is none. */
export function findGuide(slug: string | undefined): Guide | undefined {
  return GUIDES.find((guide) => guide.slug === slug?.toLowerCase());
}

/** The guide whose page is open, in How To Use or in the dashboard. */
export function useGuide(): Guide {
  const slug = useLocation().pathname.split('/').filter(Boolean).at(-1);
  const guide = findGuide(slug);
  if (!guide) throw new Error(`There is no guide ${slug}.`);
  return guide;
}
