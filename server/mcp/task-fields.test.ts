import { expect, it } from 'vitest';
import type { McpCalls } from './mcp-tool.ts';
import { requireFields } from './task-fields.ts';

const calls = { invoke: async () => ({ type: 'website-extraction' }) } as unknown as McpCalls;
const rows = [{ row: { emails: ['info@acme.com'] } }];

it('knows the fields of the rows and of their tool, and refuses others', async () => {
  await requireFields(calls, 'task', { rows, fields: ['emails', 'phones'] });
  await requireFields(calls, 'task', { rows: [], fields: ['phone'] });
  await expect(requireFields(calls, 'task', { rows, fields: ['emails', 'phone'] })).rejects.toThrow(
    /^There is no field “phone”\. There are: emails, .*\bphones\b/,
  );
});
