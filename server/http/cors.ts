import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppEnv } from './context.ts';
import { RATE_LIMIT_HEADERS } from './rate-limit.ts';

const PREFLIGHT_MAX_AGE_SECONDS = 7200;

/**
 * Allows any origin to call /auth/v1, /rest/v1 and /functions/v1. This is safe because they authenticate only
 * with bearer tokens, never cookies. The cookie of sign-in at a provider gives no access, and browsers send it
 * only from our own pages.
 */
export const openCors: MiddlewareHandler<AppEnv> = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: [
    'X-Sb-Error-Code',
    'X-Supabase-Api-Version',
    'Content-Range',
    'Content-Disposition',
    'Preference-Applied',
    'Retry-After',
    ...RATE_LIMIT_HEADERS,
    'X-Request-Id',
  ],
  maxAge: PREFLIGHT_MAX_AGE_SECONDS,
});
