import { z } from 'zod';
import { AnswerFieldName, RequestHeader } from './list-requests.ts';

/** The tool of a try that asks a language model. It works only as a step. */
export const AI_TOOL = 'ai';
const AI_FIELD_TYPES = ['text', 'number', 'yes-no', 'one-of'] as const;
const FIELDS_MAX = 10;
const CHOICES_MAX = 20;
const TOKENS_MIN = 1000;
const TOKENS_MAX = 1_000_000_000;
/** Of a run of a new column that uses a key of the account's own. */
export const RUN_TOKENS_DEFAULT = 1_000_000;

/** What a model answers, by type. `choices`: of `one-of`. */
export const AiField = z.object({
  name: AnswerFieldName,
  type: z.enum(AI_FIELD_TYPES).default('text'),
  choices: z.array(z.string().trim().min(1).max(100)).max(CHOICES_MAX).default([]),
});
export type AiField = z.infer<typeof AiField>;

/** Where a model is: a service with the API of OpenAI, as the part of its address before `/chat/completions`, and what it calls the model. */
export const ModelPlace = z.object({
  url: z.string().trim().min(1, 'Enter the address of the service.').max(500),
  model: z.string().trim().min(1, 'Enter the name of the model.').max(200),
});

/** A model with a key for one column only. `key`: a secret header. */
const OwnModel = z.object({ ...ModelPlace.shape, key: RequestHeader });

/** What a model is asked. The prompt and the website name columns in braces: `{Company}`. */
export const AiSetup = z.object({
  prompt: z.string().trim().min(1, 'Enter what the model should do.').max(6000),
  /** the column with a website that the model reads, too, as a template; empty for none */
  website: z.string().trim().max(510).default(''),
  fields: z
    .array(AiField)
    .min(1, 'Say what the model should answer.')
    .max(FIELDS_MAX, `A model can answer ${FIELDS_MAX} values.`),
  /** null: the account's model, if `account` is there, else the server's */
  own: OwnModel.nullable().default(null),
  /** asks with the key that the account stored. `model`: another one of its service; empty for the stored one */
  account: z.object({ model: z.string().trim().max(200).default('') }).optional(),
  /** the most that a run uses for the column; without it, there is no limit */
  tokensPerRun: z
    .int('Enter the tokens as a whole number.')
    .min(TOKENS_MIN, `Enter ${TOKENS_MIN.toLocaleString('en-US')} tokens or more.`)
    .max(TOKENS_MAX, `Enter ${TOKENS_MAX.toLocaleString('en-US')} tokens or fewer.`)
    .optional(),
});
export type AiSetup = z.infer<typeof AiSetup>;

/** The model for which an account stored a key. The key is never shown. */
export const AiKeyView = z.object({ ...ModelPlace.shape, savedAt: z.string() });
export type AiKeyView = z.infer<typeof AiKeyView>;
