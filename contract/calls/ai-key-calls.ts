import { z } from 'zod';
import { type Call, call } from '../call.ts';
import { AiKeyView, ModelPlace } from '../list-ai.ts';

/** The account's own key for a language model, which columns of all its lists can use. */
export const AI_KEY_CALLS = {
  aiKey: call({
    name: 'ai-key',
    method: 'GET',
    scope: 'none',
    summary: 'The AI model for which your account stored a key, without the key. null: none.',
    input: z.object({}),
    reply: z.object({ key: AiKeyView.nullable() }),
  }),
  aiKeySave: call({
    name: 'ai-key-save',
    method: 'POST',
    scope: 'none',
    summary:
      'Store a key for an AI model, in place of the one before. Without `key`, the stored one stays, if the service has the same host.',
    input: z.object({
      ...ModelPlace.shape,
      key: z.string().trim().max(4000, 'A key can have 4,000 characters at most.').default(''),
    }),
    reply: z.object({ key: AiKeyView }),
  }),
  aiKeyDelete: call({
    name: 'ai-key-delete',
    method: 'POST',
    scope: 'none',
    summary: 'Delete the key for an AI model. Columns that use it can’t ask until there is another one.',
    input: z.object({}),
    reply: z.object({}),
  }),
} as const satisfies Record<string, Call>;
