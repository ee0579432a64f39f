import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';
import { toolRules } from './tool-import-rules.ts';

/**
 * Who may import whom (README, "Rooms"). imports.test.ts runs these rules over the tree and proves each of them with a
 * planted violation. TypeScript 7 has no compiler API for dependency-cruiser, hence the swc parser.
 */
const TESTS = '\\.test\\.tsx?$';
const TEST_SUPPORT = `${TESTS}|^server/(test-deps|platform/test-database)\\.ts$`;

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
