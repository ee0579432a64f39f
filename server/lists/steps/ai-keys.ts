import type { InputOf } from '#contract/call.ts';
import type { AI_KEY_CALLS } from '#contract/calls/ai-key-calls.ts';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { AiKeyView } from '#contract/list-ai.ts';
import { fixedOrigin } from '#engines/list-steps/prepare-request.ts';
import type { Deps } from '../../deps.ts';
import { type Db, transaction } from '../../platform/database/db.ts';
import { createSecretSealer } from '../../platform/sealed-secret.ts';
import { deleteKey, findKey, storeKey } from './ai-key-store.ts';

type KeyDeps = Pick<Deps, 'database' | 'secrets' | 'clock'>;

/** A model that an account can ask with its own key, as it is sent. */
export interface AccountModel {
  url: string;
  model: string;
  key: string;
}

/** The model for which an account stored a key; null for none. */
export async function viewAiKey({ database }: KeyDeps, accountId: string): Promise<AiKeyView | null> {
  const stored = await findKey(database.db, accountId);
  return stored ? { url: stored.url, model: stored.model, savedAt: stored.saved_at.toISOString() } : null;
}

/**
 * Stores the key of an account, encrypted, in place of the one before. Without a key, the stored one stays, if it goes to the
 * same host. Throws `validation_failed` with what to do.
 */
export async function saveAiKey(
  deps: KeyDeps,
  accountId: string,
  { url, model, key }: InputOf<typeof AI_KEY_CALLS.aiKeySave>,
): Promise<AiKeyView> {
  const origin = fixedOrigin(url);
  if (origin === null) throw refuse('Enter the address of the service, such as https://api.example.com/v1.');
  if (/[^\t\x20-\x7e]/.test(key)) throw refuse('This key has characters that a key can’t have.');
  const at = new Date(deps.clock.now());
  const sealer = createSecretSealer(deps.secrets.dataKey, 'model');
  await transaction(deps.database.db, async (tx) => {
    const before = await findKey(tx, accountId);
    if (key === '' && before && fixedOrigin(before.url) !== origin)
      throw refuse('Enter the key again: it would go to another host now.');
    const sealed = key === '' ? before?.sealed : sealer.seal(Buffer.from(key), accountId);
    if (sealed === undefined) throw refuse('Enter the key.');
    await storeKey(tx, { account_id: accountId, url, model, sealed, saved_at: at });
  });
  return { url, model, savedAt: at.toISOString() };
}

/** Deletes the key of an account, if it has one. */
export function deleteAiKey({ database }: KeyDeps, accountId: string): Promise<void> {
  return deleteKey(database.db, accountId);
}

/** The model of an account with its key; null if it has none, or another secret sealed it. */
export async function openAiKey(
  db: Db,
  { dataKey }: Deps['secrets'],
  accountId: string,
): Promise<AccountModel | null> {
  const stored = await findKey(db, accountId);
  const key = stored && createSecretSealer(dataKey, 'model').open(stored.sealed, accountId);
  return stored && key
    ? { url: stored.url, model: stored.model, key: Buffer.from(key).toString('utf8') }
    : null;
}

/** Throws `validation_failed` if a step asks with the key of an account that has none. */
export async function requireAiKey(db: Db, accountId: string, draft: StepDraft): Promise<void> {
  const needsKey = draft.kind === 'tool' && draft.tries.some(({ ai }) => ai?.account);
  if (needsKey && !(await findKey(db, accountId)))
    throw refuse('Your account has no key for an AI model. Enter one in the settings, under AI models.');
}

function refuse(message: string): CallError {
  return new CallError('validation_failed', message);
}
