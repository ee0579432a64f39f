import { z } from 'zod';
import { AnswerFieldName, RequestHeader } from './list-requests.ts';

/** The tool of a try that asks a language model. It works only as a step. */
export const AI_TOOL = 'ai';
export const AI_FIELD_TYPES = ['text', 'number', 'yes-no', 'one-of'] as const;
const FIELDS_MAX = 10;
const CHOICES_MAX = 20;

/** What a model answers, by type. `choices`: of `one-of`. */
export const AiField = z.object({
  name: AnswerFieldName,
  type: z.enum(AI_FIELD_TYPES).default('text'),
  choices: z.array(z.string().trim().min(1).max(100)).max(CHOICES_MAX).default([]),
});
export type AiField = z.infer<typeof AiField>;

/** A model of the account's own, at a service with the API of OpenAI. `key`: a secret header. */
const OwnModel = z.object({
  url: z.string().trim().min(1, 'Enter the address of the service.').max(500),
  model: z.string().trim().min(1, 'Enter the name of the model.').max(200),
  key: RequestHeader,
});

/** What a model is asked. The prompt and the website name columns in braces: `{Company}`. */
export const AiSetup = z.object({
  prompt: z.string().trim().min(1, 'Enter what the model should do.').max(6000),
  /** the column with a website that the model reads, too, as a template; empty for none */
  website: z.string().trim().max(510).default(''),
  fields: z
    .array(AiField)
    .min(1, 'Say what the model should answer.')
    .max(FIELDS_MAX, `A model can answer ${FIELDS_MAX} values.`),
  /** null: the server's model */
  own: OwnModel.nullable().default(null),
});
export type AiSetup = z.infer<typeof AiSetup>;
