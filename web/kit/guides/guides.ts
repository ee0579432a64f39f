import { useLocation } from 'react-router';
import * as toolGuides from '#tools/guides.ts';
import { GUIDE_SLUGS } from '../../pages/guide-slugs.ts';
import type { Guide } from '../guide.ts';
import { browserExtensionsGuide } from './browser-extensions.tsx';
import { databaseExportGuide } from './database-export.tsx';

const ALL: readonly Guide[] = [
  ...Object.values<Guide>(toolGuides),
  databaseExportGuide,
  browserExtensionsGuide,
];

/** All guides, in the order of their list. */
export const GUIDES: readonly Guide[] = GUIDE_SLUGS.flatMap((slug) =>
  ALL.filter((guide) => guide.slug === slug),
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
