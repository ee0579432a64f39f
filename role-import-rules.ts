import type { IForbiddenRuleType } from 'dependency-cruiser';

const TESTS = '\\.test\\.tsx?$|(^|/)test-[a-z0-9-]+\\.ts$';
/** A tool or a feature of the server. Such a folder can have an engine and connections of its own. */
const OWNER = '^((?:tools|server)/[^/]+)';
const OWN_ENGINE = `${OWNER}/engine/`;
const OWN_NET = `${OWNER}/net/`;

/** What can open a connection or look up a name. */
const CONNECTING =
  '^(?:node:)?(?:net|tls|http|https|http2|dgram|dns)(?:/promises)?$|^node_modules/(?:undici|socks|openid-client)/';

/**
 * Engines and connections have the same rules wherever they are: in engines/ and net/ if several use them, or
 * in the engine/ and net/ of one tool or feature. `$1` is that tool's or feature's folder.
 */
export const roleRules: IForbiddenRuleType[] = [
  {
    name: 'engines-are-pure',
    comment: 'An engine only computes from its arguments: no sockets, files or other Node modules.',
    severity: 'error',
    from: { path: `^engines/|${OWN_ENGINE}`, pathNot: TESTS },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'own-engines-import-only-engines',
    comment:
      'The engine of a tool or feature knows nothing else of its folder but the definition and messages, which are plain data.',
    severity: 'error',
    from: { path: OWN_ENGINE, pathNot: TESTS },
    to: {
      pathNot: '^(contract|engines)/|node_modules/|^$1/(engine/|(definition|messages)\\.ts$)',
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'own-connections-import-only-engines-and-net',
    comment: 'A connection to the outside world knows nothing of its tool or feature but the engine.',
    severity: 'error',
    from: { path: OWN_NET, pathNot: TESTS },
    to: { pathNot: '^(contract|engines|net)/|node_modules/|^$1/(engine|net)/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'only-net-connects',
    comment:
      'Everything else asks net, which goes through the guard. The platform and the socket of the operator connect to what the operator runs.',
    severity: 'error',
    from: {
      path: '^(contract|engines|tools|server)/',
      pathNot: `${TESTS}|${OWN_NET}|^server/(platform|operator)/`,
    },
    to: { path: CONNECTING, dependencyTypesNot: ['type-only'] },
  },
];
