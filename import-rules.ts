import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';
import { toolRules } from './tool-import-rules.ts';

/**
 * Who may import whom (README, "Folders"). imports.test.ts runs these rules over the tree and proves each of them with a
 * planted violation. TypeScript 7 has no compiler API for dependency-cruiser, hence the swc parser.
 */
const TESTS = '\\.test\\.tsx?$';
const TEST_SUPPORT = `${TESTS}|^server/(test-deps|platform/test-database)\\.ts$`;
/** Tests, and files that only tests import: they may reach up. */
const FOR_TESTS = `${TESTS}|(^|/)test-[^/]+\\.ts$|/scripted-tool\\.ts$`;

const TOOLS: readonly string[] = [];

/**
 * The layers of server/, top to bottom. A folder or root file imports only from layers below its own. The
 * server halves of tools/ (tools/<tool>/server.ts and server/) are in the layer of TOOL_SERVERS.
 */
export const SERVER_LAYERS: readonly (readonly string[])[] = [
  // Composition: the processes, the app, and the parts with the lifetime of the server.
  ['main.ts', 'worker.ts'],
  ['serve.ts'],
  ['app.ts', 'operator-commands.ts'],
  ['server-deps.ts', 'process.ts', 'health.ts', 'api-page.ts', 'web-client.ts'],
  // The tools' server halves (tools/<tool>/server).
  TOOLS,
  // Work across nouns.
  ['operator'],
  ['account-data', 'admin'],
  // Nouns.
  ['payments', 'tasks', 'leads'],
  ['auth', 'opt-outs'],
  ['accounts'],
  ['credits', 'idempotency'],
  // What every noun is built on.
  ['rest'],
  ['deps.ts'],
  ['config.ts', 'http'],
  ['platform'],
];
const TOOL_SERVERS = '^tools/[^/]+/server(/|\\.ts$)';
const TOOL_LAYER = SERVER_LAYERS.indexOf(TOOLS);

export const forbidden: IForbiddenRuleType[] = [
  room('contract', '^contract/|node_modules/zod/'),
  room('engines', '^engines/|^contract/|node_modules/'),
  {
    name: 'engines-are-pure',
    comment: 'An engine computes from its arguments: no sockets, files or other node modules.',
    severity: 'error',
    from: { path: '^engines/', pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'no-engine-imports-another',
    severity: 'error',
    from: { path: '^engines/([^/]+)/' },
    to: { path: '^engines/', pathNot: '^engines/$1/' },
  },
  room('net', '^net/|^engines/|^contract/|node_modules/'),
  ...toolRules,
  room('server', '^server/|^tools/|^net/|^engines/|^contract/|node_modules/'),
  ...SERVER_LAYERS.flatMap((layer, at) => layer.map((unit) => serverLayer(unit, at))),
  {
    name: 'tool-servers-import-lower-layers',
    severity: 'error',
    from: { path: TOOL_SERVERS, pathNot: FOR_TESTS },
    to: { path: '^server/', pathNot: unitsBelow(TOOL_LAYER) },
  },
  {
    name: 'nouns-know-no-tool-server',
    comment: 'The layers below the tools get what they need injected by app.ts.',
    severity: 'error',
    from: { path: unitsBelow(TOOL_LAYER), pathNot: FOR_TESTS },
    to: { path: TOOL_SERVERS },
  },
  room('web', '^web/|^contract/|^engines/csv/|^tools/[^/]+\\.ts$|node_modules/', 'web/vite.config.ts'),
  room('cli', '^cli/|^server/|^tools/|^net/|^engines/|^contract/|node_modules/'),
  {
    name: 'platform-and-http-know-no-feature',
    severity: 'error',
    from: { path: '^server/(platform|http)/', pathNot: TESTS },
    to: { path: '^server/', pathNot: '^server/(platform|http)/' },
  },
  {
    name: 'a-store-is-private',
    comment: 'SQL of a noun stays behind its folder.',
    severity: 'error',
    from: { path: '^server/([^/]+)/' },
    to: { path: '^server/[^/]+/[a-z-]*store\\.ts$', pathNot: '^server/$1/' },
  },
  {
    name: 'a-store-is-private-to-other-rooms',
    severity: 'error',
    from: { pathNot: '^server/[^/]+/' },
    to: { path: '^server/[^/]+/[a-z-]*store\\.ts$' },
  },
  {
    name: 'only-app-mounts-routes',
    severity: 'error',
    from: { pathNot: `^server/app\\.ts$|${TESTS}` },
    to: { path: '^server/[^/]+/routes\\.ts$' },
  },
  {
    name: 'web-features-stay-apart',
    severity: 'error',
    from: { path: '^web/features/([^/]+)/' },
    to: { path: '^web/features/', pathNot: '^web/features/$1/' },
  },
  {
    name: 'web-ui-and-lib-know-no-feature',
    severity: 'error',
    from: { path: '^web/(ui|lib)/' },
    to: { path: '^web/(features|routes)' },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'everything-resolves',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-dev-dependency-in-the-product',
    severity: 'error',
    from: {
      path: '^(contract|engines|net|tools|server|cli)/',
      pathNot: `${TEST_SUPPORT}|^tools/[^/]+/web/|^tools/pages\\.ts$`,
    },
    to: { dependencyTypes: ['npm-dev'] },
  },
];

/** A room may reach only what `allowed` matches; built-in modules are judged by rules of their own. */
function room(name: string, allowed: string, alsoFrom = '^$'): IForbiddenRuleType {
  return {
    name: `${name}-reaches-only-its-rooms`,
    severity: 'error',
    from: { path: `^${name}/`, pathNot: `${TESTS}|${alsoFrom}` },
    to: { pathNot: allowed, dependencyTypesNot: name === 'contract' || name === 'web' ? [] : ['core'] },
  };
}

function pathOf(unit: string): string {
  return `^server/${unit.replace('.', '\\.')}(/|$)`;
}

function unitsBelow(at: number): string {
  return SERVER_LAYERS.slice(at + 1)
    .flat()
    .map(pathOf)
    .join('|');
}

function serverLayer(unit: string, at: number): IForbiddenRuleType {
  return {
    name: `server-layer-of-${unit}`,
    severity: 'error',
    from: { path: pathOf(unit), pathNot: FOR_TESTS },
    to: {
      path: '^server/',
      pathNot: [pathOf(unit), unitsBelow(at)].filter(Boolean).join('|'),
    },
  };
}

export const options: ICruiseOptions = {
  parser: 'swc',
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|fixtures/pages)/|^bench/node_modules|^vite/client|virtual:' },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'node', 'default', 'types'],
  },
};
