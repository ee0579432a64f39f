import { z } from 'zod';
import { count, httpUrl } from '#server/platform/process/setting-readers.ts';
import { defineSettings } from '../tool-settings.ts';

/** An outside service that knows domains, and where the websites of domains are in tests. */
export const companyToDomainSettings = defineSettings({
  shape: {
    COMPANY_PROVIDER_URL: httpUrl
      .includes('{name}', { error: 'must contain {name}, where the company name goes' })
      .optional(),
    COMPANY_PROVIDER_KEY: z.string().optional(),
    WEB_PORT: count(1, 65535).optional(),
  },
});
