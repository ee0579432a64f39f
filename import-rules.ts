import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';
import { extensionRules } from './extension-import-rules.ts';
import { roleRules } from './role-import-rules.ts';
import { toolRules } from './tool-import-rules.ts';

/**
 * Which files can import which (README, "Folders"). imports.test.ts checks the tree against these rules and
 * tests each rule with a planted violation. Uses the swc parser, because TypeScript 7 has no compiler API for
 * dependency-cruiser.
 */
const TESTS = '\\.test\\.tsx?$';
const TEST_SUPPORT = `${TESTS}|^server/(test-deps|platform/test-database)\\.ts$`;
/** Tests and files that only tests import. They can import from higher layers. */
const FOR_TESTS = `${TESTS}|(^|/)test-[^/]+\\.ts$|/scripted-tool\\.ts$`;

const TOOLS: readonly string[] = [];

/**
 * The layers of server/, top to bottom. A folder or root file imports only from layers below its own. The
 * server halves of the tools (tools/<tool>/server.ts and server/) are in the layer TOOLS.
 */
export const SERVER_LAYERS: readonly (readonly string[])[] = [
  // Composition: the processes, the app, and the dependencies with the lifetime of the server.
  ['main.ts', 'worker.ts'],
  ['serve.ts'],
  ['app.ts', 'front.ts', 'operator-commands.ts'],
  ['person-parts.ts'],
  ['server-deps.ts', 'account-closing.ts', 'process.ts', 'health.ts', 'api-page.ts', 'web-client.ts'],
  // The tools' server halves (tools/<tool>/server).
  TOOLS,
  // Work across features.
  ['operator'],
  // What is stored about a person, and its erasure.
  ['person-rights'],
  ['account-data', 'admin', 'backups', 'metrics', 'products.ts'],
  // Work that repeats: runs of lists, lead searches and tasks.
  ['schedules'],
  // Reports about emails that were sent: refunds, and complaints in lists.
  ['bounces'],
  // Agents: their tools make the calls of everything else.
  ['mcp'],
  // Saved lists: rows of devices, and tasks that start with them.
  ['lists'],
  ['devices', 'people-orders'],
  // Features.
  ['payments', 'tasks', 'leads', 'extensions'],
  ['auth', 'opt-outs'],
  // What an assistant gets when a person connects it is an API key.
  ['oauth'],
  ['api-keys', 'device-tokens', 'list-inboxes'],
  ['accounts'],
  ['bounce-data', 'credits', 'webhooks'],
  ['idempotency'],
  // The base of all features.
  ['rest'],
  ['deps.ts'],
  ['config.ts', 'http'],
  ['platform'],
];
const STORES = '^server/.+store\\.ts$';
const TOOL_SERVERS = '^tools/[^/]+/server(/|\\.ts$)';
const TOOL_LAYER = SERVER_LAYERS.indexOf(TOOLS);

/** What a page is, as plain data. */
const PAGE_DATA = '^web/pages/(?:[^/]+/page|(?!icons)[^/]+)\\.ts$';
/** The list of all pages. */
const PAGE_LIST = '^web/pages/(?:all-pages|page)\\.ts$';

export const forbidden: IForbiddenRuleType[] = [
  area('contract', '^contract/|node_modules/zod/'),
  area('engines', '^engines/|^contract/|node_modules/'),
  {
    name: 'engines-are-independent',
    comment:
      'Only list-items, email-address, country-names and person-names serve other engines: they say what an item, an email address, a country and a name are.',
    severity: 'error',
    from: { path: '^engines/([^/]+)/', pathNot: '^engines/(list-items|list-exports)/' },
    to: { path: '^engines/', pathNot: '^engines/($1|list-items|email-address|country-names|person-names)/' },
  },
  {
    name: 'list-items-use-email-addresses',
    severity: 'error',
    from: { path: '^engines/list-items/' },
    to: { path: '^engines/', pathNot: '^engines/(list-items|email-address)/' },
  },
  {
    name: 'list-exports-write-csv',
    severity: 'error',
    from: { path: '^engines/list-exports/' },
    to: { path: '^engines/', pathNot: '^engines/(list-exports|list-items|csv|person-names)/' },
  },
  area('net', '^net/|^engines/|^contract/|node_modules/'),
  ...roleRules,
  ...toolRules,
  area(
    'server',
    `^server/|^tools/|^net/|^engines/|^contract/|^extension/sites?\\.ts$|node_modules/|${PAGE_LIST}`,
  ),
  ...SERVER_LAYERS.flatMap((layer, index) => layer.map((unit) => serverLayer(unit, index))),
  {
    name: 'tool-servers-import-lower-layers',
    severity: 'error',
    from: { path: TOOL_SERVERS, pathNot: FOR_TESTS },
    to: { path: '^server/', pathNot: unitsBelow(TOOL_LAYER) },
  },
  {
    name: 'features-import-no-tool-server',
    comment: 'app.ts injects what the layers below the tools need from them.',
    severity: 'error',
    from: { path: unitsBelow(TOOL_LAYER), pathNot: FOR_TESTS },
    to: { path: TOOL_SERVERS },
  },
  area(
    'web',
    '^web/|^contract/|^engines/(csv|list-items)/|^engines/list-steps/(formula|formula-columns|formula-help|names-instead|step-templates)\\.ts$|^engines/list-exports/(presets|export-columns)\\.ts$|^tools/(tool|index/(tools|definitions|step-tools)|list-tool/(row-text|column-filter))\\.ts$|^extension/(sites?\\.ts$|index/)|node_modules/',
    '^web/(vite\\.config\\.ts$|build/)',
  ),
  ...extensionRules,
  area('cli', `^cli/|^server/|^tools/|^net/|^engines/|^contract/|node_modules/|${PAGE_LIST}`),
  {
    name: 'platform-and-http-import-no-feature',
    severity: 'error',
    from: { path: '^server/(platform|http)/', pathNot: TESTS },
    to: { path: '^server/', pathNot: '^server/(platform|http)/' },
  },
  {
    name: 'stores-are-private',
    comment: "Only a folder's own files use its SQL.",
    severity: 'error',
    from: { path: '^server/([^/]+)/' },
    to: { path: STORES, pathNot: '^server/$1/' },
  },
  {
    name: 'stores-are-private-to-server-folders',
    severity: 'error',
    from: { pathNot: '^server/[^/]+/' },
    to: { path: STORES },
  },
  {
    name: 'only-app-mounts-routes',
    severity: 'error',
    from: { pathNot: `^server/app\\.ts$|${TESTS}` },
    to: { path: '^server/[^/]+/routes\\.ts$' },
  },
  {
    name: 'web-pages-are-independent',
    comment: 'What several pages share is in web/kit.',
    severity: 'error',
    from: { path: '^web/pages/([^/]+)/' },
    to: { path: '^web/pages/[^/]+/', pathNot: '^web/pages/$1/' },
  },
  {
    name: 'page-data-loads-no-view',
    comment: 'The server, the command line and tests read what a page is without React.',
    severity: 'error',
    from: { path: PAGE_DATA, pathNot: TESTS },
    to: {
      path: '^(web|tools|extension|engines)/|node_modules/',
      pathNot: `${PAGE_DATA}|^tools/(index/(tools|definitions)|[^/]+/definition)\\.ts$|^extension/index/definitions\\.ts$`,
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'shared-parts-import-no-page',
    severity: 'error',
    from: { path: '^web/(kit|ui|lib)/' },
    to: { path: '^web/(app/|pages/[^/]+/)' },
  },
  {
    name: 'integrations-are-self-contained',
    comment: 'Each is a package of its own. Only its tests, and what generates its files, know the server.',
    severity: 'error',
    from: { path: '^integrations/(typescript|n8n)/', pathNot: `${TESTS}|/generate\\.ts$` },
    to: { pathNot: '^integrations/$1/|^(node:)?crypto$|^n8n-workflow$|^@n8n/node-cli/' },
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
    // n8n brings these to its nodes.
    to: { couldNotResolve: true, pathNot: '^n8n-workflow$|^@n8n/node-cli/' },
  },
  {
    name: 'no-dev-dependency-in-the-product',
    severity: 'error',
    from: {
      path: '^(contract|engines|net|tools|server|cli)/',
      pathNot: `${TEST_SUPPORT}|^tools/[^/]+/web/`,
    },
    to: { dependencyTypes: ['npm-dev'] },
  },
];

/** An area can import only what `allowed` matches. Other rules check built-in modules. */
function area(name: string, allowed: string, alsoFrom = '^$'): IForbiddenRuleType {
  return {
    name: `${name}-imports-only-allowed-areas`,
    severity: 'error',
    from: { path: `^${name}/`, pathNot: `${TESTS}|${alsoFrom}` },
    to: { pathNot: allowed, dependencyTypesNot: name === 'contract' || name === 'web' ? [] : ['core'] },
  };
}

function unitPattern(unit: string): string {
  return `^server/${unit.replace('.', '\\.')}(/|$)`;
}

function unitsBelow(index: number): string {
  return SERVER_LAYERS.slice(index + 1)
    .flat()
    .map(unitPattern)
    .join('|');
}

function serverLayer(unit: string, index: number): IForbiddenRuleType {
  return {
    name: `server-layer-of-${unit}`,
    severity: 'error',
    from: { path: unitPattern(unit), pathNot: FOR_TESTS },
    to: {
      path: '^server/',
      pathNot: [unitPattern(unit), unitsBelow(index)].filter(Boolean).join('|'),
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
