import { z } from 'zod';
import { ApiKeyChange, ApiKeyList, ApiKeyView, Balance, CreatedApiKey, NewApiKey } from '../api-keys.ts';
import { type Call, call } from '../call.ts';

/** API keys. A key reaches only its own balance. */
export const API_KEY_CALLS = {
  balance: call({
    name: 'balance',
    method: 'GET',
    summary: 'Get the plan and the credits of your account, and the budget of the API key.',
    scope: 'read',
    input: z.object({}),
    reply: Balance,
  }),
  apiKeys: call({
    name: 'api-keys',
    method: 'GET',
    summary: 'List your API keys, without their secrets.',
    scope: 'none',
    input: z.object({}),
    reply: ApiKeyList,
  }),
  createApiKey: call({
    name: 'create-api-key',
    method: 'POST',
    takesKey: true,
    summary:
      'Create an API key. The response has the secret, which no later call shows. Requires the unlimited plan.',
    scope: 'none',
    input: NewApiKey,
    reply: CreatedApiKey,
  }),
  changeApiKey: call({
    name: 'change-api-key',
    method: 'POST',
    summary: 'Change the name or the monthly budget of one of your API keys. Its secret stays.',
    scope: 'none',
    input: ApiKeyChange,
    reply: ApiKeyView,
  }),
  revokeApiKey: call({
    name: 'revoke-api-key',
    method: 'POST',
    summary: 'Revoke one of your API keys. It stops working right away.',
    scope: 'none',
    input: z.object({ id: z.uuid() }),
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
