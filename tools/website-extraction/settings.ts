import { z } from 'zod';
import { findChromium } from '#net/find-chromium.ts';
import { choice, count } from '#server/platform/process/setting-readers.ts';
import { defineSettings } from '../tool-settings.ts';

/** How many threads read pages, and whether a browser renders those that are empty without JavaScript. */
export const websiteExtractionSettings = defineSettings({
  shape: {
    CRAWL_THREADS: count(1, 64).default(1),
    RENDER: choice('auto', 'off', 'chromium').default('auto'),
    CHROMIUM_PATH: z.string().optional(),
  },
  findMissing({ RENDER, CHROMIUM_PATH }) {
    if (RENDER !== 'chromium' || findChromium(CHROMIUM_PATH)) return [];
    return [
      CHROMIUM_PATH
        ? 'CHROMIUM_PATH: no program found at this path. Fix it, or unset it to use an installed Chromium'
        : 'RENDER: Chromium is not installed. Install it, or set CHROMIUM_PATH',
    ];
  },
});
