import type { AddressInfo } from 'node:net';
import { serve as listen, type ServerType } from '@hono/node-server';
import { SERVER_TOOLS } from '#tools/server-tools.ts';
import { createApp } from './app.ts';
import { startMailWorker } from './auth/one-time/mail-worker.ts';
import { type Config, isLocalOnly, listensOnLoopback } from './config.ts';
import { type Deps, loopbackUrl } from './deps.ts';
import { endAbandonedExports } from './leads/export-charge.ts';
import { openOperatorSocket } from './operator/socket.ts';
import { OPERATOR_COMMANDS } from './operator-commands.ts';
import { startPayments } from './payments/worker.ts';
import { OperatorError, reasonOf } from './platform/operator-error.ts';
import { openDeps, type ServerDeps } from './server-deps.ts';
import { startWorker } from './tasks/worker/worker.ts';

/** How long open requests may take to end before they are cut at a stop. */
const DRAIN_MS = 10_000;
const LET_GO_MS = 100;
/** Longer than the proxies before us keep a connection: else one of us closes it just as the other sends on it. */
const KEEP_ALIVE_MS = 75_000;

export interface RunningServer {
  url: string;
  /** What was chosen, one line each, for the person who started it. */
  choices: string[];
  stop(): Promise<void>;
}

/** Opens the real parts, starts the worker unless told not to, and listens. Throws OperatorError. */
export async function startServer(config: Config): Promise<RunningServer> {
  const stopping = new AbortController();
  const deps = await openDeps(config, stopping.signal);
  await endAbandonedExports(deps, config.embedded);
  const { server, port } = await listenFor(deps).catch(async (error: NodeJS.ErrnoException) => {
    await deps.close();
    throw new OperatorError(
      error.code === 'EADDRINUSE'
        ? `Port ${config.PORT} on ${config.HOST} is taken. Stop what uses it, or set PORT to another one.`
        : `The server cannot listen on ${config.HOST}, port ${config.PORT}: ${reasonOf(error)}. Set HOST and PORT to what this user may use.`,
      { cause: error },
    );
  });
  const worker = config.WORKER === 'inline' ? await startWorker(deps) : null;
  const mail =
    config.WORKER === 'inline'
      ? await startMailWorker({ ...deps, publicUrl: publicUrlOf(deps, config, port) })
      : null;
  const toolWorkers = await Promise.all(SERVER_TOOLS.map((tool) => tool.startWorker?.(deps, 'server')));
  const stopPayments = await startPayments(deps);
  const closeOperator = config.embedded ? await openOperatorSocket(deps, OPERATOR_COMMANDS) : null;
  return {
    url: loopbackUrl(config, port),
    choices: choices(config),
    stop: async () => {
      // The worker first, so that what is worked out is stored, and told to whoever waits for it.
      await worker?.stop();
      await mail?.stop();
      await Promise.all(toolWorkers.map((each) => each?.stop()));
      await closeOperator?.();
      await stopPayments?.();
      stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const cut = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), DRAIN_MS);
      // A connection that has had its answer is kept for the next request, which there will not be.
      const letGo = setInterval(
        () => 'closeIdleConnections' in server && server.closeIdleConnections(),
        LET_GO_MS,
      );
      await closed;
      clearTimeout(cut);
      clearInterval(letGo);
      await deps.close();
    },
  };
}

/** Listens, then mounts the calls: with PORT=0 only then is it known which address they tell. */
function listenFor(deps: ServerDeps): Promise<{ server: ServerType; port: number }> {
  const { config } = deps;
  return new Promise((resolve, reject) => {
    let app: ReturnType<typeof createApp>;
    const server = listen(
      {
        fetch: (request, env) => app.fetch(request, env),
        hostname: config.HOST,
        port: config.PORT,
        serverOptions: { keepAliveTimeout: KEEP_ALIVE_MS },
      },
      ({ port }: AddressInfo) => {
        app = createApp({
          ...deps,
          publicUrl: publicUrlOf(deps, config, port),
        });
        resolve({ server, port });
      },
    );
    server.once('error', reject);
  });
}

function publicUrlOf(deps: Deps, config: Config, port: number): string {
  return config.PUBLIC_URL ? deps.publicUrl : loopbackUrl(config, port);
}

function choices(config: Config): string[] {
  return [
    config.DATABASE_URL ? 'data: PostgreSQL (DATABASE_URL)' : `data: embedded database in ${config.DATA_DIR}`,
    config.STRIPE_SECRET_KEY
      ? 'payments: Stripe'
      : isLocalOnly(config)
        ? 'payments: built-in test payments, no card is charged (set STRIPE_SECRET_KEY for real ones)'
        : 'payments: none (set STRIPE_SECRET_KEY)',
    config.SMTP_URL ? 'mail: by SMTP_URL' : `mail: files in ${config.DATA_DIR}/outbox (set SMTP_URL to send)`,
    config.WORKER === 'inline' ? 'worker: inside this process' : 'worker: none here (run `leadwell worker`)',
    ...(config.AUTH_SECRET ? [] : [`secrets: made once, kept in ${config.DATA_DIR}/secrets.json`]),
    ...(config.ALLOW_PRIVATE_NETWORK
      ? ['network: private addresses may be read (ALLOW_PRIVATE_NETWORK)']
      : []),
    listensOnLoopback(config) ? 'reach: this machine only' : `reach: any host that can reach ${config.HOST}`,
  ];
}
