import { z } from 'zod';
import { TaskView } from '#contract/tasks.ts';

/** The columns of /rest/v1/tasks that a program filters and sorts by. */
const FILTERS = ['id', 'type', 'status', 'createdat', 'finished_at'] as const;
const MAX_ROWS = 1000;

/**
 * The table of /rest/v1 that an API key reads, in OpenAPI. Its queries are those of PostgREST, which supabase-js and other
 * clients write.
 */
export function tablePaths(): {
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
      security: [{ session: [] }, { apiKey: ['read'] }],
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
              schema: { type: 'array', items: z.toJSONSchema(TaskView.partial()) },
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
