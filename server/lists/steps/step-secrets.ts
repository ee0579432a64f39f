import { randomBytes } from 'node:crypto';
import type { StepDraft } from '#contract/calls/list-step-calls.ts';
import { CallError } from '#contract/errors.ts';
import type { RequestHeader } from '#contract/list-requests.ts';
import type { ListStep, StepTry } from '#contract/list-steps.ts';
import { fixedOrigin } from '#engines/list-steps/prepare-request.ts';
import { hasTemplates } from '#engines/list-steps/step-templates.ts';
import type { Deps } from '../../deps.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { createSecretSealer } from '../../platform/sealed-secret.ts';
import { deleteOtherSecrets, findSecrets, storeSecret } from './secret-store.ts';

/** A secret of a step, and the only origin that it is sent to. */
export interface StepSecret {
  value: string;
  origin: string;
}

interface SecretOwner {
  listId: string;
  accountId: string;
}

/**
 * Stores the secrets that a draft has, encrypted, and returns the draft with their IDs instead. A secret that isn't given again
 * stays, if the request goes to the same host. Throws `validation_failed` for one that is missing.
 */
export async function keepSecrets(
  tx: Tx,
  deps: Pick<Deps, 'secrets'>,
  { listId, accountId, at }: SecretOwner & { at: Date },
  draft: StepDraft,
): Promise<StepDraft> {
  if (draft.kind !== 'tool' || !draft.tries.some(hasTemplates)) return draft;
  const sealer = createSecretSealer(deps.secrets.dataKey, 'step');
  const known = new Map((await findSecrets(tx, listId)).map((secret) => [secret.id, secret]));
  const keep = async (header: RequestHeader, origin: string | null): Promise<RequestHeader> => {
    const { value, secret, isSecret, ...named } = header;
    if (!isSecret) return { ...named, isSecret, value };
    // `saveStep` says that such a request needs a fixed host.
    if (origin === null) return { ...named, isSecret, value: '' };
    const before = known.get(secret ?? '');
    if (value.trim() === '' && before?.origin === origin)
      return { ...named, isSecret, value: '', secret: before.id };
    if (value.trim() === '')
      throw new CallError(
        'validation_failed',
        before
          ? `Enter the secret of “${header.name}” again: the request goes to another host now.`
          : `Enter the secret of the header “${header.name}”.`,
      );
    if (/[^\t\x20-\x7e]/.test(value.trim()))
      throw new CallError(
        'validation_failed',
        `The secret of “${header.name}” has characters that a header can’t have.`,
      );
    // The ID stays, so that a new key makes no cell stale.
    const id = before?.id ?? newSecretId();
    const sealed = sealer.seal(Buffer.from(value.trim()), accountId);
    await storeSecret(tx, { id, list_id: listId, account_id: accountId, origin, sealed, created_at: at });
    return { ...named, isSecret, value: '', secret: id };
  };
  const tries = [];
  for (const each of draft.tries) {
    const secrets: RequestHeader[] = [];
    for (const { header, origin } of headersOf(each)) secrets.push(await keep(header, origin));
    tries.push(withHeaders(each, secrets));
  }
  return { ...draft, tries };
}

/** A draft as it would be stored, with the secrets that it names, of which nothing is stored. Throws like `keepSecrets`. */
export async function draftSecrets(
  deps: Pick<Deps, 'database' | 'secrets'>,
  owner: SecretOwner,
  draft: StepDraft,
): Promise<{ draft: StepDraft; secrets: Record<string, StepSecret> }> {
  const secrets: Record<string, StepSecret> = {};
  if (draft.kind !== 'tool') return { draft, secrets };
  const { db } = deps.database;
  const tries = draft.tries.map((each) =>
    withHeaders(
      each,
      headersOf(each).map(({ header, origin }) => {
        if (!header.isSecret || header.value.trim() === '' || origin === null) return header;
        const id = newSecretId();
        secrets[id] = { value: header.value.trim(), origin };
        return { ...header, value: '', secret: id };
      }),
    ),
  );
  const stored = tries.flatMap((each) => namedSecrets(each).filter((id) => !(id in secrets)));
  Object.assign(secrets, await openSecrets(db, deps.secrets, { ...owner, ids: stored }));
  return { draft: { ...draft, tries }, secrets };
}

/** Deletes the secrets of a list that no step of it names. */
export function dropSecrets(tx: Tx, listId: string, steps: readonly ListStep[]): Promise<void> {
  return deleteOtherSecrets(tx, listId, steps.flatMap(secretsOf));
}

/** Opens secrets of a list, by their IDs. Those that are gone, or that another AUTH_SECRET sealed, are left out. */
export async function openSecrets(
  db: Db,
  { dataKey }: Deps['secrets'],
  { listId, accountId, ids }: SecretOwner & { ids: readonly string[] },
): Promise<Record<string, StepSecret>> {
  const sealer = createSecretSealer(dataKey, 'step');
  const found = await findSecrets(db, listId);
  return Object.fromEntries(
    found.flatMap(({ id, origin, sealed }) => {
      const value = ids.includes(id) ? sealer.open(sealed, accountId) : null;
      return value === null ? [] : [[id, { value: Buffer.from(value).toString('utf8'), origin }]];
    }),
  );
}

function newSecretId(): string {
  return `k${randomBytes(12).toString('hex')}`;
}

function secretsOf(step: ListStep): string[] {
  return step.kind === 'tool' ? step.tries.flatMap(namedSecrets) : [];
}

function namedSecrets(each: StepTry): string[] {
  return headersOf(each).flatMap(({ header }) => header.secret ?? []);
}

/** The headers of a try, and the origin that each is sent to; null if a column is part of it. */
function headersOf({ request, ai }: StepTry): { header: RequestHeader; origin: string | null }[] {
  const own = ai?.own ? [{ header: { ...ai.own.key, isSecret: true }, origin: fixedOrigin(ai.own.url) }] : [];
  const origin = request ? fixedOrigin(request.url) : null;
  return [...(request?.headers ?? []).map((header) => ({ header, origin })), ...own];
}

/** The try with other headers, in the order of `headersOf`. */
function withHeaders(each: StepTry, headers: readonly RequestHeader[]): StepTry {
  const { request, ai } = each;
  const count = request?.headers.length ?? 0;
  const key = headers[count];
  return {
    ...each,
    ...(request ? { request: { ...request, headers: headers.slice(0, count) } } : {}),
    ...(ai?.own && key ? { ai: { ...ai, own: { ...ai.own, key } } } : {}),
  };
}
