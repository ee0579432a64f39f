import { z } from 'zod';
import { API_SCOPES, possibleScopes } from '#contract/api-keys.ts';
import { type Call, VERSIONED_PATH } from '#contract/call.ts';
import { CALLS } from '#contract/calls.ts';
import { ERROR_HELP } from '#contract/error-help.ts';
import { ERRORS, ErrorBody, type ErrorCode } from '#contract/errors.ts';
import { TaskView } from '#contract/tasks.ts';
import { INBOX_SIGNATURE, inboxPath } from './openapi-inbox.ts';
import { input, output, withSharedSchemas } from './shared-schemas.ts';

/** Calls that belong together, as a program's author looks for them. */
export interface CallGroup {
  name: string;
  description: string;
  calls: readonly Call[];
}

/** A login or an API key. HTTP security has no scopes, so permissions are in `x-permissions`. */
const SECURITY = [{ session: [] }, { apiKey: [] }];
const EXPECTED_ERRORS = [400, 401, 402, 403, 404, 409, 413, 422, 429, 503];

/**
 * Generates the OpenAPI 3.1 document of the calls that an API key can make, from the contract's zod schemas. `x-permissions`
 * lists the API key permissions that open a call, each on its own; a call with several needs the one of its action. Calls that
 * only our pages make aren't in it.
 */
export function openApiDocument(groups: readonly CallGroup[], publicUrl: string): object {
  const open = groups
    .map((group) => ({
      ...group,
      calls: group.calls.filter(({ scope }) => possibleScopes(scope).length > 0),
    }))
    .filter(({ calls }) => calls.length > 0);
  const tables = tablePaths();
  // The address of a list is in the group of the call that makes it.
  const inboxes = open.filter(({ calls }) => calls.some((call) => call === CALLS.listInboxCreate));
  return withSharedSchemas({
    openapi: '3.1.0',
    info: {
      title: 'Leadwell',
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'The operator of this server', url: publicUrl },
      description: [
        `Programs send an API key as \`Authorization: Bearer lwk_...\`. Its permissions (${API_SCOPES.join(', ')}) must include the one that the call needs.`,
        'Responses to API keys have the headers RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.',
        'Unknown fields are refused. Errors have a code, a message and a request ID; each code says what to do about it.',
        'Each call also has the name of earlier versions, `/functions/v1/...`.',
        'For logins (/auth/v1) and more tables (/rest/v1), use @supabase/supabase-js.',
      ].join('\n\n'),
    },
    servers: [{ url: publicUrl }],
    tags: [...open.map(({ name, description }) => ({ name, description })), tables.tag],
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A session of /auth/v1.',
        },
        apiKey: { type: 'http', scheme: 'bearer', bearerFormat: 'lwk_...', description: 'An API key.' },
        signature: INBOX_SIGNATURE,
      },
      schemas: { Error: errorSchema() },
      responses: Object.fromEntries(
        EXPECTED_ERRORS.map((status) => [`Error${status}`, errorResponse(status)]),
      ),
    },
    paths: Object.fromEntries([
      ...open.flatMap(({ name, calls }) =>
        calls.map((call) => [
          VERSIONED_PATH + call.name,
          { [call.method.toLowerCase()]: operation(call, name) },
        ]),
      ),
      ...inboxes.map(({ name }) => inboxPath(name, { errors: errorResponses(), security: SECURITY })),
      ...tables.paths,
    ]),
  });
}

const CODES = Object.keys(ERRORS) as ErrorCode[];

/** The error body, with the codes that an answer can have. */
function errorSchema(): object {
  const code = z.string().meta({ enum: CODES, 'x-enum-descriptions': CODES.map((each) => ERROR_HELP[each]) });
  return output(ErrorBody.extend({ error: ErrorBody.shape.error.extend({ code }) }));
}

function errorResponse(status: number): object {
  const codes = CODES.filter((code) => ERRORS[code].status === status);
  return {
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message} ${ERROR_HELP[code]}`).join(' '),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
  };
}

function operation(call: Call, tag: string): object {
  const schema = input(call.input) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return {
    operationId: call.name,
    summary: call.summary,
    tags: [tag],
    description: details(call),
    'x-permissions': possibleScopes(call.scope),
    security: SECURITY,
    parameters: [...headerParameters(call), ...(call.method === 'GET' ? queryParameters(call, schema) : [])],
    ...(call.method === 'POST'
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema, ...withExample(call.example) } },
          },
        }
      : {}),
    responses: {
      ...successes(call),
      ...errorResponses(),
    },
  };
}

function errorResponses(): object {
  return {
    ...Object.fromEntries(
      EXPECTED_ERRORS.map((status) => [status, { $ref: `#/components/responses/Error${status}` }]),
    ),
    default: {
      description: 'Another error',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  };
}

/** What a call needs, and how it replies, in sentences. */
function details({ scope, costs, takesKey, accepted }: Call): string {
  const byAction = typeof scope === 'string' ? null : Object.entries(scope.byAction);
  const permissions = possibleScopes(scope).map((each) => {
    const actions = byAction?.filter(([, needed]) => needed === each).map(([action]) => action);
    return `\`${each}\`${actions ? ` for ${actions.join(', ')}` : ''}`;
  });
  return [
    `An API key needs the permission ${permissions.join(', and ')}.`,
    costs
      ? 'It can cost credits: send an Idempotency-Key, so that a repeated request costs nothing.'
      : takesKey
        ? 'Send an Idempotency-Key, so that a repeated request changes nothing twice.'
        : null,
    accepted === 'respond-async' ? 'With `Prefer: respond-async`, it replies at once with the work.' : null,
  ]
    .filter(Boolean)
    .join(' ');
}

function headerParameters({ costs, takesKey, accepted }: Call): object[] {
  const header = (name: string, description: string, schema: object) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', ...schema },
  });
  return [
    ...(takesKey
      ? [
          header(
            'Idempotency-Key',
            `Repeating a request with the same key ${costs ? 'costs nothing' : 'changes nothing twice'}.`,
            { maxLength: 255 },
          ),
        ]
      : []),
    ...(accepted === 'respond-async'
      ? [
          header('Prefer', 'Reply at once with 202 and the work that was started.', {
            enum: ['respond-async'],
          }),
        ]
      : []),
  ];
}

function queryParameters(
  call: Call,
  { properties = {}, required }: { properties?: Record<string, object>; required?: string[] },
): object[] {
  const example = call.example as Readonly<Record<string, unknown>> | undefined;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
    ...withExample(example?.[name]),
  }));
}

/** The replies with 200 and 202. */
function successes(call: Call): object {
  if (call.replyKind === 'csv') {
    const types = ['text/csv', ...(call.otherTypes ?? [])];
    const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
    return { 200: { description: 'The file', content } };
  }
  const json = (description: string, schema: object) => ({
    description,
    content: { 'application/json': { schema } },
  });
  if (call.replyByAction) {
    const oneOf = Object.entries(call.replyByAction).map(([action, reply]) => {
      return { ...output(reply), title: `${action}Reply`, description: `With the action ${action}.` };
    });
    return { 200: json('Depends on the action of the request.', { anyOf: oneOf }) };
  }
  const { ended, started } = replies(call);
  return {
    ...(ended
      ? { 200: json(call.accepted ? 'The whole result, when the work has ended.' : 'Success', ended) }
      : {}),
    ...(started ? { 202: json('What was started.', started) } : {}),
  };
}

function replies({ reply, accepted }: Call): { ended?: object; started?: object } {
  if (!accepted) return { ended: output(reply) };
  if (accepted === 'always') return { started: output(reply) };
  const options = (reply as z.ZodUnion<readonly z.ZodType[]>).options;
  const [ended, started] = options;
  if (options.length !== 2 || !ended || !started)
    throw new Error('A reply is the result or what was started.');
  return { ended: output(ended), started: output(started) };
}

function withExample(example: unknown): { example?: unknown } {
  return example === undefined ? {} : { example };
}

/** The columns of /rest/v1/tasks that a program filters and sorts by. */
const FILTERS = ['id', 'type', 'status', 'createdat', 'finished_at'] as const;
const MAX_ROWS = 1000;

/**
 * The table of /rest/v1 that an API key reads, in OpenAPI. Its queries are those of PostgREST, which supabase-js and other
 * clients write.
 */
function tablePaths(): {
  tag: { name: string; description: string };
  paths: [path: string, item: object][];
} {
  const tag = { name: 'Tables', description: 'Rows of your account, with the queries of PostgREST.' };
  const query = (name: string, description: string, schema: object, example?: unknown) => ({
    name,
    in: 'query',
    description,
    schema,
    ...(example === undefined ? {} : { example }),
  });
  const error = (description: string) => ({
    description,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          properties: { code: { type: 'string' }, message: { type: 'string' }, hint: {}, details: {} },
          required: ['code', 'message'],
        },
      },
    },
  });
  const tasks = {
    get: {
      operationId: 'rest-tasks',
      summary: 'List your tasks, with filters, order and pages.',
      tags: [tag.name],
      description: 'An API key needs the permission `read`.',
      'x-permissions': ['read'],
      security: SECURITY,
      parameters: [
        query(
          'select',
          'The columns, separated by commas. `result` has all rows of a task.',
          { type: 'string' },
          'id,name,status,total,processed,found,createdat',
        ),
        query('order', 'A column, with `.asc` or `.desc`.', { type: 'string' }, 'createdat.desc'),
        query('limit', 'The most rows.', { type: 'integer', minimum: 0, maximum: MAX_ROWS }, 20),
        query('offset', 'How many rows to leave out at the start.', { type: 'integer', minimum: 0 }),
        ...FILTERS.map((name) =>
          query(name, 'A condition: `eq.`, `neq.`, `gt.`, `gte.`, `lt.`, `lte.` or `in.(a,b)`.', {
            type: 'string',
          }),
        ),
      ],
      responses: {
        200: {
          description: 'The selected columns of the tasks. `Content-Range` says which rows they are.',
          content: {
            'application/json': {
              schema: { type: 'array', items: output(TaskView.partial()) },
            },
          },
        },
        400: error('A column or condition that the table does not have.'),
        401: error('No valid API key or session.'),
        403: error('The API key has no permission to read.'),
        416: error('The offset is beyond the last row.'),
      },
    },
  };
  return { tag, paths: [['/rest/v1/tasks', tasks]] };
}
