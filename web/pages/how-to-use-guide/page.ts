import type { Page } from '../page.ts';
import { GUIDE_SLUGS } from '../visitor-facts.ts';

/** The public page of each guide. Its title and description are the guide's. */
export const guides: readonly Page[] = GUIDE_SLUGS.map((slug, index) => ({
  folder: 'pages/how-to-use-guide',
  path: `/how-to-use/${slug}`,
  title: 'How To Use',
  access: 'public',
  visitorScript: 'guides',
  prerendered: true,
  // They all look the same.
  screens: index === 0 ? [{ name: 'how-to-use-guide' }] : [],
}));
