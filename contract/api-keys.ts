import { z } from 'zod';
import { Credits, Plan } from './account.ts';
import { API_KEY_NAME_MAX_CHARS } from './limits.ts';

/** Marks a bearer token as an API key, also for programs that look for leaked keys. */
export const API_KEY_MARK = 'lwk_';

/** What an API key can do. */
export const API_SCOPES = ['read', 'run', 'export', 'bounces'] as const;
export const ApiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof ApiScope>;

export const API_SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  read: 'Read',
  run: 'Run',
  export: 'Export',
  bounces: 'Bounces',
};

/** What each scope opens, as the person who creates a key reads it. */
export const API_SCOPE_TEXTS: Readonly<Record<ApiScope, string>> = {
  read: 'Read tasks, their results, lists and credits, and search the lead databases',
  run: 'Start, resume and cancel tasks, and save their results to lists',
  export: 'Export leads from the lead databases',
  bounces: 'Report what became of the emails that you sent',
};

/**
 * The scope that a call or a table needs from an API key. `none`: keys can't reach it. `byAction`: the scope
 * depends on the `action` in the input.
 */
export type CallScope = ApiScope | 'none' | { readonly byAction: Readonly<Record<string, ApiScope>> };

/** All scopes that open a call, for some input. */
export function possibleScopes(scope: CallScope): readonly ApiScope[] {
  if (scope === 'none') return [];
  return typeof scope === 'string' ? [scope] : [...new Set(Object.values(scope.byAction))];
}

/** The scope that a call needs with this input; null if keys can't make it. */
export function scopeFor(scope: CallScope, input: unknown): ApiScope | null {
  if (scope === 'none') return null;
  if (typeof scope === 'string') return scope;
  const { action } = input as { action?: unknown };
  return (
    (typeof action === 'string' && Object.hasOwn(scope.byAction, action) && scope.byAction[action]) || null
  );
}

/** The most credits that a monthly budget can have. */
const MAX_BUDGET = 1_000_000_000;

/** One API key, without its secret. Times are ISO 8601 in UTC. */
export const ApiKeyView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The beginning of the key, to recognize it. */
  prefix: z.string(),
  scopes: z.array(ApiScope),
  /** In credits per calendar month (UTC); null for none. */
  monthlyBudget: z.int().positive().nullable(),
  /** Credits spent this month, also those that the plan includes. */
  spentThisMonth: z.int().nonnegative(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  expired: z.boolean(),
  /** Accurate to a minute. */
  lastUsedAt: z.string().nullable(),
});
export type ApiKeyView = z.infer<typeof ApiKeyView>;

export const ApiKeyList = z.object({
  /** Latest first, without revoked ones. */
  keys: z.array(ApiKeyView),
  maxKeys: z.int(),
  /** For each key. */
  requestsPerMinute: z.int(),
});

export const NewApiKey = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name for the key')
    .max(API_KEY_NAME_MAX_CHARS, `The name can have at most ${API_KEY_NAME_MAX_CHARS} characters`),
  scopes: z.array(ApiScope).min(1, 'Choose at least one permission').max(API_SCOPES.length),
  monthlyBudget: z
    .int({ error: 'The budget must be a whole number of credits' })
    .min(1, 'The budget must be at least 1 credit')
    .max(MAX_BUDGET, 'The budget can be at most 1,000,000,000 credits')
    .nullish(),
  /** ISO 8601 with an offset, in the future. */
  expiresAt: z.iso.datetime({ offset: true, error: 'Choose a date in the future' }).nullish(),
});

/** A change of an API key. What is left out stays. `monthlyBudget`: null takes the budget away. */
export const ApiKeyChange = z.object({
  id: z.uuid(),
  name: NewApiKey.shape.name.optional(),
  monthlyBudget: NewApiKey.shape.monthlyBudget,
});

/** What an API key can spend. */
export const Balance = z.object({
  plan: Plan,
  credits: Credits,
  /** The key of the request; null for a session. */
  key: z
    .object({
      name: z.string(),
      /** In credits per calendar month (UTC); null for none. */
      monthlyBudget: z.int().positive().nullable(),
      /** Credits spent this month, also those that the plan includes. */
      spentThisMonth: z.int().nonnegative(),
      /** What is left of the budget; null without one. */
      leftThisMonth: z.int().nonnegative().nullable(),
      /** When the next month starts. */
      resetsAt: z.string(),
    })
    .nullable(),
});
export type Balance = z.infer<typeof Balance>;

/** `key` is the secret. It is never shown again. */
export const CreatedApiKey = z.object({ key: z.string(), view: ApiKeyView });
export type CreatedApiKey = z.infer<typeof CreatedApiKey>;

/** Why a task stopped, and why a key can't start another one. */
export const BUDGET_SPENT =
  'The monthly budget of the API key is used up. Raise it on the API page, or wait until it resets on the first day of next month (UTC).';
