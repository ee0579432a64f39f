import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { AppEnv } from './context.ts';

const PREFLIGHT_KEPT_SECONDS = 7200;

/**
 * For /auth/v1, /rest/v1 and /functions/v1: any origin may call. Who calls is told by a bearer token alone, never a cookie,
 * so another site can do nothing here that it could not do from its own server.
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
    'X-Request-Id',
  ],
  maxAge: PREFLIGHT_KEPT_SECONDS,
});
