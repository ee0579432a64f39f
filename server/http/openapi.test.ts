import { expect, it } from 'vitest';
import { z } from 'zod';
import { API_SCOPES, possibleScopes } from '#contract/api-keys.ts';
import { apiGroups } from '../api-page.ts';
import { openApiDocument } from './openapi.ts';

const Document = z.object({
  info: z.object({ description: z.string() }),
  tags: z.array(z.object({ name: z.string() })),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        tags: z.tuple([z.string()]),
        security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
        parameters: z.array(z.object({ name: z.string() })),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});
const document = Document.parse(openApiDocument(apiGroups(), 'https://leads.acme.com'));
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operation = (name: string) => operations.find(({ operationId }) => operationId === name);

it('has the calls that an API key can make, and no others', () => {
  const open = apiGroups()
    .flatMap(({ calls }) => calls)
    .filter(({ scope }) => possibleScopes(scope).length > 0);
  expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
    [...open.map(({ name }) => name), 'receive-rows', 'rest-tasks'].sort(),
  );
});

it('has each operation under a tag that it describes, with its errors', () => {
  const tags = document.tags.map(({ name }) => name);
  expect(new Set(tags).size).toBe(tags.length);
  for (const { operationId, tags: own, responses } of operations) {
    expect([operationId, tags]).toEqual([operationId, expect.arrayContaining(own)]);
    expect([operationId, Object.keys(responses)]).toEqual([
      operationId,
      expect.arrayContaining(['400', '401']),
    ]);
  }
});

it('has the address of a list, with an API key or a signature', () => {
  expect(document.paths['/in/v1/lists/{inbox}']?.post).toBe(operation('receive-rows'));
  expect(operation('receive-rows')?.security).toEqual([{ session: [] }, { apiKey: [] }, { signature: [] }]);
});

it('has 202 where a call replies with the work that it started', () => {
  const accepting = operations
    .filter(({ responses }) => '202' in responses)
    .map(({ operationId }) => operationId);
  expect(accepting).toContain('website-extraction');
  expect(accepting).toContain('list-start');
  expect(Object.keys(operation('list-start')?.responses ?? {})).not.toContain('200');
  expect(accepting).not.toContain('task-rows');
});

it('has an Idempotency-Key where a repeated request is carried out once', () => {
  const keyed = operations
    .filter(({ parameters }) => parameters.some(({ name }) => name === 'Idempotency-Key'))
    .map(({ operationId }) => operationId);
  expect(keyed).toEqual(
    expect.arrayContaining(['website-extraction', 'list-create', 'list-add-rows', 'list-edit']),
  );
  expect(keyed).not.toContain('list-undo');
});

it('explains why a task of the unlimited plan uses no credits', () => {
  expect(JSON.stringify(operation('task')?.responses['200'])).toContain('#/components/schemas/Task"');
  for (const reply of [document.components.schemas.Task, operation('rest-tasks')?.responses['200']]) {
    const text = JSON.stringify(reply);
    expect(text).toContain('0 if the plan covered everything: see `creditsincluded`.');
    expect(text).toContain('What the unlimited plan covered, in credits.');
  }
});

it('says which reply belongs to which action', () => {
  const reply = JSON.stringify(operation('apollo-lead-export')?.responses['200']);
  for (const action of ['total', 'suggestions', 'count', 'search', 'quote', 'export'])
    expect(reply).toContain(`With the action ${action}.`);
});

it('names all permissions of API keys', () => {
  for (const scope of API_SCOPES)
    expect(document.info.description).toMatch(new RegExp(`\\(.*\\b${scope}\\b.*\\)`));
});

it.each([
  ['website-extraction', 'urls', 'at most 10,000 different'],
  ['company-to-domain', 'company_names', 'at most 10,000 different'],
  ['linkedin-enrichment', 'linkedinUrls', 'at most 10,000 different'],
  ['csv-extraction', 'csv_content', 'at most 100,000 rows'],
])('says how much %s takes', (call, field, limit) => {
  const { content } = z
    .object({
      content: z.record(
        z.string(),
        z.object({
          schema: z.object({
            properties: z.record(z.string(), z.object({ description: z.string().optional() })),
          }),
        }),
      ),
    })
    .parse(operation(call)?.requestBody);
  expect(content['application/json']?.schema.properties[field]?.description).toContain(limit);
});
