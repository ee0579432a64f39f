import { existsSync } from 'node:fs';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { CheckoutReply } from '#contract/payments.ts';
import { createConfirmedAccount } from '#server/accounts/operator-actions.ts';
import { findAccountByEmail } from '#server/accounts/plan.ts';
import { hashPassword } from '#server/auth/password.ts';
import { type Config, parseConfig } from '#server/config.ts';
import { operatorHint } from '#server/main.ts';
import { firstErrorLine } from '#server/platform/operator-error.ts';
import { runProcess } from '#server/process.ts';
import { type RunningServer, startServer } from '#server/serve.ts';
import { openDeps } from '#server/server-deps.ts';
import { addDemoTasks } from './demo-account.ts';
import { addDemoPlaces } from './demo-places.ts';
import { buildExtensionsBeside, buildWebIfNeeded } from './web-build.ts';

const EMAIL = 'demo@example.com';
const PASSWORD = 'demo-password';
const DATA_DIR = './data/demo';
const ORDER = {
  planId: 'apollo_scraper',
  isApolloScraper: true,
  apolloUrl: 'https://app.apollo.io/#/people?personTitles[]=manager',
  recordCount: 1000,
};

/** `npm run demo`: a server with its own data folder and an account with tasks, leads and an order to explore. */
export async function main(): Promise<void> {
  buildWebIfNeeded();
  buildExtensionsBeside();
  const isNew = !existsSync(`${DATA_DIR}/db`);
  Object.assign(process.env, { DATA_DIR });
  for (const name of ['DATABASE_URL', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'CLICKHOUSE_URL']) {
    Object.assign(process.env, { [name]: '', [`${name}_FILE`]: '' });
  }
  await runProcess(async (config, watchdog) => {
    if (isNew) await addAccount(parseConfig({ DATA_DIR, LOG_LEVEL: 'warn', PORT_25_TEST: '0' }));
    const running = await startServer(config, watchdog);
    if (isNew) await placeOrder(running, config);
    process.stdout.write(
      `Leadwell demo: ${running.url}/login\n  email: ${EMAIL}\n  password: ${PASSWORD}\n` +
        `  All contacts are made up. Delete ${DATA_DIR} to start over.\n${operatorHint(running)}`,
    );
    return running;
  });
}

/** Adds the account and its tasks, before the server runs. */
async function addAccount(config: Config): Promise<void> {
  const deps = await openDeps(config);
  try {
    await createConfirmedAccount(deps, {
      email: EMAIL,
      name: 'Demo User',
      passwordHash: await hashPassword(PASSWORD),
    });
    const account = await findAccountByEmail(deps.database.db, EMAIL);
    if (!account) throw new Error('The demo account is missing.');
    await addDemoTasks(deps, account.id);
    await addDemoPlaces(deps).catch((error: unknown) => {
      // Without the engine of the lead databases, the other pages still work.
      process.stderr.write(`The demo has no example places: ${firstErrorLine(error)}\n`);
    });
  } finally {
    await deps.close();
  }
}

/** Buys sample records with the built-in test payments, and runs the order. */
async function placeOrder({ url, operatorPass }: RunningServer, config: Config): Promise<void> {
  const client = createClient(url, config.PUBLISHABLE_KEY, {
    auth: { persistSession: false },
    global: { headers: { cookie: `${operatorPass.name}=${operatorPass.value}` } },
  });
  const { error } = await client.auth.signInWithPassword({ email: EMAIL, password: PASSWORD });
  if (error) throw error;
  const checkout = CheckoutReply.parse(await invoke(client, 'create-stripe-checkout', ORDER));
  const sessionId = /cs_test_\w+/.exec(checkout.url)?.[0];
  await invoke(client, 'test-checkout-act', { sessionId, act: 'pay' });
  const { apolloUrl, recordCount } = ORDER;
  await invoke(client, 'apollo-scraper', { apolloUrl, recordCount }, { prefer: 'respond-async' });
  await client.auth.signOut();
}

async function invoke(
  client: SupabaseClient,
  name: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const { data, error } = await client.functions.invoke(name, { body, headers });
  if (error) throw new Error(`${name}: ${error.message}`);
  return data;
}
