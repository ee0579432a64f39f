import { z } from 'zod';
import { scopesOf } from '#contract/api-keys.ts';
import type { Call } from '#contract/call.ts';
import { ERRORS, ErrorBody } from '#contract/errors.ts';

/**
 * Generates the OpenAPI 3.1 document of the mounted calls from the contract's zod schemas. The `security` of a
 * call lists the API key permissions that open it, each on its own.
 */
export function openApiDocument(calls: readonly Call[], publicUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leadwell',
      version: '1',
      description: [
        'Function calls. For sign-in (/auth/v1) and tables (/rest/v1), use @supabase/supabase-js.',
        'Programs send an API key as `Authorization: Bearer lwk_...`. Its permissions (read, run, export) must include the one that the call needs.',
        'Responses to API keys have the headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.',
      ].join('\n\n'),
    },
    servers: [{ url: publicUrl }],
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A session of /auth/v1.',
        },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'lwk_...', description: 'An API key.' },
      },
      schemas: { Error: z.toJSONSchema(ErrorBody) },
    },
    paths: Object.fromEntries(
      calls.map((call) => [call.path, { [call.method.toLowerCase()]: operation(call) }]),
    ),
  };
}

function operation(call: Call): object {
  const input = z.toJSONSchema(call.input, { io: 'input' }) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  const headers = call.costs
    ? [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string', maxLength: 255 } }]
    : [];
  const query =
    call.method === 'GET'
      ? Object.entries(input.properties ?? {}).map(([name, schema]) => ({
          name,
          in: 'query',
          required: input.required?.includes(name) ?? false,
          schema,
          ...exampleOf((call.example as Readonly<Record<string, unknown>> | undefined)?.[name]),
        }))
      : [];
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.access === 'signed-in'
      ? { security: [{ session: [] }, ...scopesOf(call.scope).map((scope) => ({ apiKey: [scope] }))] }
      : {}),
    parameters: [...headers, ...query],
    ...(call.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: input, ...exampleOf(call.example) } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Success',
        content:
          call.replyKind === 'csv'
            ? { 'text/csv': { schema: { type: 'string' } } }
            : { 'application/json': { schema: z.toJSONSchema(call.reply) } },
      },
      default: {
        description: `Error: ${[...new Set(Object.values(ERRORS).map((error) => error.status))].join(', ')}`,
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function exampleOf(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}
