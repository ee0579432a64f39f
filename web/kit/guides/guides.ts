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
