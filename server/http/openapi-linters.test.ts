import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { apiGroups } from '../api-page.ts';
import { type CallGroup, openApiDocument } from './openapi.ts';

const redoclyRules = await createConfig({ extends: ['recommended'] });
const spectralLinter = new spectral.Spectral();
spectralLinter.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });

type Lint = (document: object) => Promise<string[]>;

/** What breaks a recommended rule of Redocly, as an error or a warning: "struct: Expected type ...". */
const redocly: Lint = async (document) => {
  const found = await lintFromString({ source: JSON.stringify(document), config: redoclyRules });
  return found.map(({ ruleId, message }) => `${ruleId}: ${message}`);
};

/** The same by Spectral. */
const spectralOas: Lint = async (document) => {
  const found = await spectralLinter.run(document as Record<string, unknown>);
  return found.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`);
};

const documentOf = (groups: readonly CallGroup[]) =>
  JSON.parse(JSON.stringify(openApiDocument(groups, 'https://leads.acme.com'))) as Record<string, unknown>;

it.each<[string, Lint]>([
  ['Redocly', redocly],
  ['Spectral', spectralOas],
])('has no error and no warning by the recommended rules of %s', async (_, lint) => {
  expect(await lint(documentOf(apiGroups()))).toEqual([]);
});

it('refers to nothing outside of it, which a linter would fetch', () => {
  const document = JSON.stringify(documentOf(apiGroups()));
  const refs = [...document.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref);
  expect(refs.length).toBeGreaterThan(100);
  expect(refs.filter((ref) => !ref.startsWith('#/'))).toEqual([]);
});

it('names what protects each call', () => {
  const { paths } = z
    .object({
      paths: z.record(z.string(), z.record(z.string(), z.object({ security: z.array(z.object({})) }))),
    })
    .parse(documentOf(apiGroups()));
  // An empty list means that anyone can make the call, which is fine for linters.
  const open = Object.entries(paths).filter(([, methods]) =>
    Object.values(methods).some(({ security }) => security.length === 0),
  );
  expect(open).toEqual([]);
});

const BALANCE = '/v1/balance';
const KEPT = ['balance', 'task', 'list-inbox-create'];
// biome-ignore lint/suspicious/noExplicitAny: each case breaks another place of the document.
type Change = (document: any) => void;
let few: Record<string, unknown>;

beforeAll(async () => {
  // The faults are looked for in few calls, because a linter takes seconds for all.
  const groups = apiGroups().map((group) => ({
    ...group,
    calls: group.calls.filter(({ name }) => KEPT.includes(name)),
  }));
  few = documentOf(groups);
  expect([...(await redocly(few)), ...(await spectralOas(few))]).toEqual([]);
});

it.each<[fault: string, redoclyRule: string | null, spectralRule: string | null, Change]>([
  ['no license', 'info-license', null, ({ info }) => delete info.license],
  ['no contact', null, 'info-contact', ({ info }) => delete info.contact],
  ['no description', null, 'operation-description', ({ paths }) => delete paths[BALANCE].get.description],
  ['no security', 'security-defined', null, ({ paths }) => delete paths[BALANCE].get.security],
  [
    'an unknown security',
    'security-defined',
    'oas3-operation-security-defined',
    ({ paths }) => (paths[BALANCE].get.security = [{ key: [] }]),
  ],
  [
    'scopes of a scheme without scopes',
    null,
    'oas3-operation-security-defined',
    ({ paths }) => (paths[BALANCE].get.security = [{ apiKey: ['read'] }]),
  ],
  ['an unknown tag', null, 'operation-tag-defined', ({ paths }) => (paths[BALANCE].get.tags = ['Other'])],
  [
    'no response of success',
    null,
    'operation-success-response',
    ({ paths }) => delete paths[BALANCE].get.responses[200],
  ],
  [
    'two operations of one name',
    'operation-operationId-unique',
    'operation-operationId-unique',
    ({ paths }) => (paths[BALANCE].get.operationId = 'task'),
  ],
  [
    'a path with an unknown parameter',
    'path-parameters-defined',
    'path-params',
    ({ paths }) => (paths['/v1/{id}'] = paths[BALANCE]),
  ],
  [
    'a response that nothing uses',
    'no-unused-components',
    'oas3-unused-component',
    ({ components }) => (components.responses.Error599 = { description: 'Never.' }),
  ],
  [
    'a schema that isn’t there',
    'no-unresolved-refs',
    'invalid-ref',
    ({ components }) => delete components.schemas.Error,
  ],
  [
    'what the schema of OpenAPI refuses',
    'struct',
    'oas3-schema',
    (document) => (document.servers = ['https://leads.acme.com']),
  ],
  [
    'an example that its schema refuses',
    'no-invalid-media-type-examples',
    'oas3-valid-media-example',
    ({ paths }) => (paths[BALANCE].get.responses[200].content['application/json'].example = { balance: 'x' }),
  ],
])('finds %s', async (_, redoclyRule, spectralRule, change) => {
  const document = structuredClone(few);
  change(document);
  if (redoclyRule) expect(await redocly(document)).toContainEqual(startingWith(redoclyRule));
  if (spectralRule) expect(await spectralOas(document)).toContainEqual(startingWith(spectralRule));
});

function startingWith(rule: string): unknown {
  return expect.stringMatching(new RegExp(`^${rule}: `));
}
