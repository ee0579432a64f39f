import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type ServerType, serve } from '@hono/node-server';
import { Hono } from 'hono';
import { CallError, type ErrorBody } from '#contract/errors.ts';
import type { Config } from './config.ts';
import { loopbackUrl } from './deps.ts';
import type { AppEnv } from './http/context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { firstErrorLine, OperatorError } from './platform/operator-error.ts';
import { createClientConfig, mountWebClient } from './web-client.ts';

/**
 * Longer than the timeout of common proxies, so that we never close a connection while the proxy sends on it.
 */
const KEEP_ALIVE_MS = 75_000;
/** How long a call waits for the app. A start takes longer only if it changes a large database. */
const WAIT_MS = 30_000;
const RETRY_SECONDS = 5;

/** The listener of a server. Until it has its app, it sends the pages, which need no database, and calls wait. */
export interface Front {
  server: ServerType;
  port: number;
  /** The origin of the server, without a slash at its end. */
  publicUrl: string;
  /** Hands over everything to the app of the server: what waits, and all that comes later. */
  open(app: Hono<AppEnv>): void;
}

/** Listens on HOST and PORT. Throws OperatorError if it can't. `waitMs`: how long a call waits before it gets a 503. */
export function openFront(config: Config, waitMs = WAIT_MS): Promise<Front> {
  const opened = Promise.withResolvers<Hono<AppEnv>>();
  return new Promise((resolve, reject) => {
    let app: Hono<AppEnv>;
    const server = serve(
      {
        fetch: (request, env) => app.fetch(request, env),
        hostname: config.HOST,
        port: config.PORT,
        serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
      },
      ({ port }: AddressInfo) => {
        const publicUrl = (config.PUBLIC_URL ?? loopbackUrl(config, port)).replace(/\/+$/, '');
        app = createFirstApp(config, publicUrl, () =>
          Promise.race([opened.promise, delay(waitMs, null, { ref: false })]),
        );
        resolve({
          server,
          port,
          publicUrl,
          open: (next) => {
            app = next;
            opened.resolve(next);
          },
        });
      },
    );
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(config, error)));
  });
}

/** `later`: the app of the server, or null if it isn't there in time. */
function createFirstApp(
  config: Config,
  publicUrl: string,
  later: () => Promise<Hono<AppEnv> | null>,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders({ tutorialsPlaylist: config.TUTORIALS_PLAYLIST }));
  app.get('/healthz', (context) => context.json({ ok: true }));
  app.get('/readyz', (context) => context.json({ ok: false, database: 'opening' }, 503));
  mountWebClient(app, createClientConfig(config), { publicUrl, others: 'pass on' });
  app.all('*', async (context) => {
    const next = await later();
    if (next) return next.fetch(context.req.raw, context.env);
    const { code, status, message } = new CallError('unavailable');
    const body: ErrorBody = { error: { code, message, request_id: randomUUID() } };
    return context.json(body, status as 503, { 'Retry-After': String(RETRY_SECONDS) });
  });
  return app;
}

function cannotListen({ HOST, PORT }: Config, error: NodeJS.ErrnoException): OperatorError {
  return new OperatorError(
    error.code === 'EADDRINUSE'
      ? `Port ${PORT} on ${HOST} is already in use. Stop the program that uses it, or set PORT to another port.`
      : `The server cannot listen on ${HOST}, port ${PORT}: ${firstErrorLine(error)}. Set HOST and PORT to values that this user can use.`,
    { cause: error },
  );
}
