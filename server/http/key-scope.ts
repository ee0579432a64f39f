import {
  API_SCOPE_LABELS,
  type ApiScope,
  type CallScope,
  possibleScopes,
  scopeFor,
} from '#contract/api-keys.ts';
import { CallError } from '#contract/errors.ts';
import type { Session } from './context.ts';

/**
 * Throws `forbidden` if the request came with an API key that can't make this call with any input. Sessions
 * need no scope.
 */
export function assertSomeScope(session: Session | null, scope: CallScope): void {
  if (!session?.apiKey) return;
  const opening = possibleScopes(scope);
  if (!opening.some((scope) => session.apiKey?.scopes.includes(scope))) refuse(opening);
}

/** Like `assertSomeScope`, for a call with this input. */
export function assertScope(session: Session | null, scope: CallScope, input: unknown): void {
  if (!session?.apiKey) return;
  const needed = scopeFor(scope, input);
  if (!needed || !session.apiKey.scopes.includes(needed)) refuse(needed ? [needed] : []);
}

function refuse(needed: readonly ApiScope[]): never {
  const [first] = needed;
  throw new CallError(
    'forbidden',
    first
      ? `This API key doesn't have the permission ${API_SCOPE_LABELS[first]}. Create a key with it and use that one.`
      : "API keys can't be used here. Log in to do this.",
    { details: { reason: 'scope', scopes: needed } },
  );
}
