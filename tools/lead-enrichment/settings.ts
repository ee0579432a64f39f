import { z } from 'zod';
import { httpUrl } from '#server/platform/process/setting-readers.ts';
import { defineSettings } from '../tool-settings.ts';

const PRICE_MAX = 10_000;

/** The language model that columns of lists can ask, at a service with the API of OpenAI. */
export const leadEnrichmentSettings = defineSettings({
  shape: {
    AI_BASE_URL: httpUrl.optional(),
    AI_API_KEY: z.string().optional(),
    AI_MODEL: z.string().max(200).optional(),
    AI_CREDITS_PER_1000_TOKENS: z.coerce
      .number({ error: 'must be a number of credits' })
      .min(0, 'must be 0 or more')
      .max(PRICE_MAX, `must be ${PRICE_MAX} at most`)
      .default(1),
  },
  files: ['AI_API_KEY'],
  findMissing({ AI_BASE_URL, AI_MODEL }) {
    if (AI_BASE_URL && !AI_MODEL) return ['AI_MODEL: must be set with AI_BASE_URL, to the name of a model'];
    if (!AI_BASE_URL && AI_MODEL)
      return ['AI_BASE_URL: must be set with AI_MODEL, like https://api.example.com/v1'];
    return [];
  },
});
