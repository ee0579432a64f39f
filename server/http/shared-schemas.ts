import { z } from 'zod';
import { ApolloFilters, LeadrocksFilters, SalesNavigatorFilters } from '#contract/lead-filter-inputs.ts';
import { ListColumn } from '#contract/list-columns.ts';
import { ListStep } from '#contract/list-steps.ts';
import { ListRow, ListView } from '#contract/lists.ts';
import { LocalBusinessFilters } from '#contract/local-business-filters.ts';
import { TaskView } from '#contract/tasks.ts';
import { WebhookView } from '#contract/webhooks.ts';

/** The shapes that many calls have, by the names that clients made from the document give them. */
const SHARED: Readonly<Record<string, object>> = {
  Task: output(TaskView),
  List: output(ListView),
  ListColumn: output(ListColumn),
  ListStep: output(ListStep),
  ListRow: output(ListRow),
  Webhook: output(WebhookView),
  ApolloFilters: input(ApolloFilters),
  LeadrocksFilters: input(LeadrocksFilters),
  SalesNavigatorFilters: input(SalesNavigatorFilters),
  LocalBusinessFilters: input(LocalBusinessFilters),
};
const NAMES = new Map(Object.entries(SHARED).map(([name, schema]) => [JSON.stringify(schema), name]));

/** The JSON Schema of what a call replies, without its dialect, which the document has. */
export function output(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}

/** The JSON Schema of what a call gets. */
export function input(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return rest;
}

/**
 * An OpenAPI document with each shared shape once, under `components.schemas`. The document is half as large, and the
 * types of clients have names.
 */
export function withSharedSchemas<Document extends { components: { schemas: object } }>(
  document: Document,
): Document {
  const used = new Set<string>();
  const short = (value: unknown, top = false): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((each) => short(each));
    const name = top ? undefined : 'type' in value || 'oneOf' in value ? nameOf(value) : undefined;
    if (name === undefined)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, short(inner)]));
    used.add(name);
    return { $ref: `#/components/schemas/${name}` };
  };
  const shortened = short(document) as Document;
  const named: Record<string, unknown> = {};
  // A shared shape can have others, so the list grows while it is read.
  for (const name of used) named[name] = short(SHARED[name], true);
  return {
    ...shortened,
    components: { ...shortened.components, schemas: { ...named, ...shortened.components.schemas } },
  };
}

function nameOf(value: object): string | undefined {
  return NAMES.get(JSON.stringify(value));
}
