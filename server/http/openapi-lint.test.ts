import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiGroups } from '../api-page.ts';
import { openApiDocument } from './openapi.ts';

const newDocument = () =>
  JSON.parse(JSON.stringify(openApiDocument(apiGroups(), 'https://leads.acme.com'))) as Record<
    string,
    unknown
  >;

const Linted = z.object({
  info: z.object({ license: z.object({ name: z.string() }).optional(), contact: z.object({}).optional() }),
  tags: z.array(z.object({ name: z.string() })),
  components: z.record(z.string(), z.record(z.string(), z.unknown())),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        description: z.string().default(''),
        tags: z.array(z.string()),
        parameters: z.array(z.object({ name: z.string(), in: z.string() })).default([]),
        security: z.array(z.record(z.string(), z.array(z.string()))).default([]),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** What the recommended rules of Redocly and Spectral find beside the schema of OpenAPI. Their linters are many packages. */
function configProblems(document: Record<string, unknown>): string[] {
  const { info, tags, components, paths } = Linted.parse(document);
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const problems = [...(info.license ? [] : ['no license']), ...(info.contact ? [] : ['no contact'])];
  for (const { operationId: id, description, tags: own, security, responses } of operations) {
    if (description === '') problems.push(`${id}: no description`);
    if (security.some((one) => Object.values(one).some((scopes) => scopes.length > 0)))
      problems.push(`${id}: scopes of a scheme without scopes`);
    const statuses = Object.keys(responses);
    const schemes = security.flatMap((one) => Object.keys(one));
    if (operations.filter(({ operationId }) => operationId === id).length > 1)
      problems.push(`${id}: not unique`);
    if (schemes.length === 0) problems.push(`${id}: no security`);
    for (const scheme of schemes)
      if (!components.securitySchemes?.[scheme]) problems.push(`${id}: no such security: ${scheme}`);
    for (const tag of own)
      if (!tags.some(({ name }) => name === tag)) problems.push(`${id}: no such tag: ${tag}`);
    for (const kind of ['2', '4'])
      if (!statuses.some((status) => status.startsWith(kind))) problems.push(`${id}: no ${kind}xx`);
  }
  for (const [path, methods] of Object.entries(paths))
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      if (
        !Object.values(methods).some(({ parameters }) =>
          parameters.some(({ in: place, name: own }) => place === 'path' && own === name),
        )
      )
        problems.push(`${path}: unknown parameter`);
  const used = new Set(
    [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/([^"]+)"/g)].map(([, to]) => to),
  );
  const defined = Object.entries(components)
    .filter(([kind]) => kind !== 'securitySchemes')
    .flatMap(([kind, all]) => Object.keys(all).map((name) => `${kind}/${name}`));
  for (const name of defined) if (!used.has(name)) problems.push(`${name}: not used`);
  for (const name of used) if (!defined.includes(name ?? '')) problems.push(`${name}: not defined`);
  return problems;
}

it('is valid, and has nothing that a linter refuses', async () => {
  expect(await new Validator().validate(newDocument())).toEqual({ valid: true });
  expect(configProblems(newDocument())).toEqual([]);
});

const BALANCE = '/v1/balance';
// biome-ignore lint/suspicious/noExplicitAny: each case breaks another place of the document.
it.each<[wrong: string, change: (document: any) => void]>([
  ['no license', ({ info }) => delete info.license],
  ['no contact', ({ info }) => delete info.contact],
  ['balance: no description', ({ paths }) => delete paths[BALANCE].get.description],
  [
    'balance: scopes of a scheme without scopes',
    ({ paths }) => (paths[BALANCE].get.security = [{ apiKey: ['read'] }]),
  ],
  ['balance: no security', ({ paths }) => (paths[BALANCE].get.security = [])],
  ['balance: no such security: key', ({ paths }) => (paths[BALANCE].get.security = [{ key: [] }])],
  ['balance: no such tag: Other', ({ paths }) => (paths[BALANCE].get.tags = ['Other'])],
  ['balance: no 2xx', ({ paths }) => delete paths[BALANCE].get.responses[200]],
  ['task: not unique', ({ paths }) => (paths[BALANCE].get.operationId = 'task')],
  ['/v1/{id}: unknown parameter', ({ paths }) => (paths['/v1/{id}'] = {})],
  ['responses/Error500: not used', ({ components }) => (components.responses.Error500 = {})],
  ['schemas/Error: not defined', ({ components }) => delete components.schemas.Error],
])('finds %s', (wrong, change) => {
  const document = newDocument();
  change(document);
  expect(configProblems(document)).toContain(wrong);
});

it('finds what the schema of OpenAPI refuses', async () => {
  const document = newDocument();
  document.servers = ['https://leads.acme.com'];
  expect(await new Validator().validate(document)).toMatchObject({ valid: false });
});
