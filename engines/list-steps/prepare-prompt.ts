import type { AiField, AiSetup } from '#contract/list-ai.ts';
import type { StepTry } from '#contract/list-steps.ts';
import { toWebUrl } from '#contract/website.ts';
import { fixedOrigin } from './prepare-request.ts';
import { fillTemplate, namedInTemplates } from './step-templates.ts';

/** A prompt for one row, as the item of its tool. The key of an own model is only named. */
export interface PreparedPrompt {
  prompt: string;
  /** an address to read, or null */
  website: string | null;
  fields: AiField[];
  own: { url: string; model: string; secret: string } | null;
  /** the account's model, with its key. `model`: another one of its service; empty for none */
  account?: { model: string };
}

/** Of a prompt with its values, and of the text of a website. */
const PROMPT_MAX_CHARS = 12_000;
export const WEBSITE_MAX_CHARS = 8000;
/** Of an answer. */
export const ANSWER_MAX_TOKENS = 800;
/** Of what is sent around the prompt. */
const FRAME_TOKENS = 400;
/** A token of a text in any language has hardly ever fewer. What has more is at our expense. */
const CHARS_PER_TOKEN = 2;

/** The most tokens that a prompt is charged for; without one, that any prompt is. */
export function mostTokens(
  { prompt, website }: Pick<PreparedPrompt, 'prompt' | 'website'> = {
    prompt: 'x'.repeat(PROMPT_MAX_CHARS),
    website: 'x',
  },
): number {
  const chars = prompt.length + (website === null ? 0 : WEBSITE_MAX_CHARS);
  return Math.ceil(chars / CHARS_PER_TOKEN) + ANSWER_MAX_TOKENS + FRAME_TOKENS;
}

/** What so many tokens cost, in credits: at least one, unless they are free. `price`: of 1,000. */
export function tokenCredits(tokens: number, price: number): number {
  return Math.ceil((tokens / 1000) * price);
}

/** Whether the server's model answers, which costs credits. */
export function isServersModel({ own, account }: Pick<AiSetup | PreparedPrompt, 'own' | 'account'>): boolean {
  return own === null && account === undefined;
}

/** What is paid for once: the same question to the same model. `item`: `PreparedPrompt` as JSON. */
export function promptKey(model: string, item: string): string {
  return `${model}\n${item}`;
}

/** Why a prompt can't be saved, as a sentence; null if it can. */
export function promptProblem({ fields, own, account }: AiSetup): string | null {
  const names = fields.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length) return 'Two values have the same name.';
  const open = fields.find(({ type, choices }) => type === 'one-of' && choices.length < 2);
  if (open) return `Enter at least two choices for “${open.name}”.`;
  if (own && account) return 'Choose one key: that of the column, or that of your account.';
  if (own && fixedOrigin(own.url) === null)
    return 'Enter the address of the service of your key, such as https://api.example.com/v1.';
  return null;
}

/** The prompt of a try for one row: values by the IDs of columns. Null if a column that it names is empty. */
export function preparePrompt(
  { prompt: template, website: site, fields, own, account }: AiSetup,
  { inputs }: Pick<StepTry, 'inputs'>,
  values: Readonly<Record<string, string>>,
): PreparedPrompt | null {
  const known = Object.fromEntries(Object.values(inputs).map((id) => [id, (values[id] ?? '').trim()]));
  if (namedInTemplates([template, site]).some(({ name }) => known[name] === '')) return null;
  const prompt = fillTemplate(template, known).slice(0, PROMPT_MAX_CHARS);
  const website = site === '' ? null : toWebUrl(fillTemplate(site, known));
  if (site !== '' && website === null) return null;
  return {
    prompt,
    website,
    fields,
    own: own && { url: own.url, model: own.model, secret: own.key.secret ?? '' },
    ...(account ? { account } : {}),
  };
}
