import { z } from 'zod';
import { ApiScope } from '#contract/api-keys.ts';

const Parameter = z.object({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  example: z.unknown().optional(),
});

const Operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  'x-permissions': z.array(ApiScope).default([]),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .object({ content: z.object({ 'application/json': z.object({ example: z.unknown().optional() }) }) })
    .optional(),
  responses: z.object({ 200: z.object({ content: z.record(z.string(), z.unknown()) }).optional() }),
});

/** The parts of our OpenAPI document that the examples are made from. */
const ApiDocument = z.object({
  servers: z.tuple([z.object({ url: z.string() })]),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
});

/** A call that an API key can make. */
export interface ApiOperation {
  name: string;
  summary: string;
  method: string;
  /** With the example's query. */
  url: string;
  /** The example's body; undefined for a GET. */
  body: unknown;
  reply: 'json' | 'csv';
  /** Each of these opens it; a call with several needs another one for some of its actions. */
  scopes: readonly ApiScope[];
}

/** Reads the calls that an API key can make from the OpenAPI document, in its order. Throws if it isn't ours. */
export function apiOperations(document: unknown): ApiOperation[] {
  const { servers, paths } = ApiDocument.parse(document);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const scopes = operation['x-permissions'];
      if (scopes.length === 0) return [];
      const examplesIn = (wanted: string) =>
        operation.parameters.flatMap(({ name, in: place, example }): [string, string][] =>
          place === wanted && example !== undefined ? [[name, String(example)]] : [],
        );
      const query = new URLSearchParams(examplesIn('query')).toString();
      const filled = examplesIn('path').reduce(
        (text, [name, value]) => text.replace(`{${name}}`, value),
        path,
      );
      return [
        {
          name: operation.operationId,
          summary: operation.summary,
          method: method.toUpperCase(),
          url: `${servers[0].url}${filled}${query && `?${query}`}`,
          body: operation.requestBody && (operation.requestBody.content['application/json'].example ?? {}),
          reply:
            'text/csv' in (operation.responses[200]?.content ?? {}) ? ('csv' as const) : ('json' as const),
          scopes,
        },
      ];
    }),
  );
}
