import { z } from 'zod';
import { cutText } from '#contract/cut-text.ts';
import type { AiField } from '#contract/list-ai.ts';

const VALUE_MAX_CHARS = 2000;

/** The shape of a reply that we read. Everything else in it is ignored. */
const Reply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullable() }) })).min(1),
  usage: z.object({ total_tokens: z.int().nonnegative() }).optional(),
});
const Usage = z.object({ usage: z.object({ total_tokens: z.int().nonnegative() }) });
const Content = z.record(z.string(), z.unknown());

/** The JSON schema of an answer: one property for each field, null if the text doesn't say. */
export function answerSchema(fields: readonly AiField[]): object {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchema(field)])),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
  };
}

function fieldSchema({ type, choices }: AiField): object {
  switch (type) {
    case 'number':
      return { type: ['number', 'null'] };
    case 'yes-no':
      return { type: ['boolean', 'null'] };
    case 'one-of':
      return { type: ['string', 'null'], enum: [...choices, null] };
    default:
      return { type: ['string', 'null'] };
  }
}

/** The values of a model's reply by field, or why there are none. `tokens`: what it says that it used; null if it doesn't. */
export function readAiAnswer(
  text: string,
  fields: readonly AiField[],
): { ok: true; values: Record<string, string>; tokens: number | null } | { ok: false; problem: string } {
  const reply = Reply.safeParse(parsed(text));
  const content = reply.data && Content.safeParse(parsed(reply.data.choices[0]?.message.content ?? ''));
  if (!reply.success || !content?.success)
    return { ok: false, problem: 'The model gave no answer in the form that it was asked for.' };
  const values: Record<string, string> = {};
  for (const field of fields) {
    const value = fieldText(field, Object.hasOwn(content.data, field.name) ? content.data[field.name] : null);
    if (value === null) return { ok: false, problem: `The model’s answer doesn’t fit “${field.name}”.` };
    if (value !== '') values[field.name] = value;
  }
  return { ok: true, values, tokens: reply.data.usage?.total_tokens ?? null };
}

/** How many tokens a model's reply says that it used; null if it doesn't say. */
export function replyTokens(text: string): number | null {
  return Usage.safeParse(parsed(text)).data?.usage.total_tokens ?? null;
}

/** The text of a value; empty for none, null for one of another type. */
function fieldText({ type, choices }: AiField, value: unknown): string | null {
  if (value === null || value === undefined || value === '') return '';
  switch (type) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? String(value) : null;
    case 'yes-no':
      return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null;
    case 'one-of':
      return typeof value === 'string'
        ? (choices.find((choice) => choice.toLowerCase() === value.trim().toLowerCase()) ?? null)
        : null;
    default:
      return typeof value === 'string' ? cutText(plainText(value), VALUE_MAX_CHARS) : null;
  }
}

/** Without control characters and marks that turn text around. */
function plainText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
