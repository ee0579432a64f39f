import { z } from 'zod';
import { choice, httpUrl, list } from '#server/platform/process/setting-readers.ts';
import { defineSettings } from '../tool-settings.ts';

/** The steps in their order, and an outside service that knows profiles. */
export const linkedinEnrichmentSettings = defineSettings({
  shape: {
    LINKEDIN_STEPS: list
      .pipe(
        z
          .array(choice('leads', 'leads-by-name', 'page', 'provider', 'company-domain', 'email'))
          .min(1, 'must name at least one step')
          .max(20, 'must name at most 20 steps'),
      )
      .default(['leads', 'leads-by-name', 'page', 'provider', 'company-domain', 'email']),
    PROFILE_PROVIDER_URL: httpUrl
      .regex(/\{(?:url|slug)\}/, 'must contain {url} or {slug}, where the profile goes')
      .optional(),
    PROFILE_PROVIDER_KEY: z.string().optional(),
  },
});
