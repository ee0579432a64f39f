import type { IForbiddenRuleType } from 'dependency-cruiser';

const TESTS = '\\.test\\.tsx?$|/test-[a-z0-9-]+\\.ts$';
/** What a reader may use besides its own folder. */
const CORE_READING = '^extension/core/(reading|page-cut)\\.ts$';
/** Scripts that run in the pages of other sites. */
const IN_PAGE = '^extension/(?:core/page/|sites/[^/]+/(?:cut|tap)\\.ts$)';
const DATA = '(?:site|guide)\\.tsx?$';
/** Texts that several sites share. */
const TERMS = '^extension/sites/[a-z-]+\\.ts$';

/** What each file of an extension can import, by its role. `$1` is the site's folder. */
export const extensionRules: IForbiddenRuleType[] = [
  {
    name: 'extension-imports-only-allowed-areas',
    severity: 'error',
    from: { path: '^extension/', pathNot: TESTS },
    to: { pathNot: '^extension/|^contract/|^engines/|node_modules/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'site-data-imports-no-extension-code',
    comment: 'The server and the web client read it, so it brings nothing that runs in an extension.',
    severity: 'error',
    from: {
      path: `^extension/(?:site|sites|index/[a-z]+)\\.ts$|^extension/sites/(?:[^/]+/${DATA}|[a-z-]+\\.ts$)`,
    },
    to: {
      pathNot: `^contract/collect-sites\\.ts$|^extension/(?:site|index/definitions)\\.ts$|^extension/sites/[^/]+/${DATA}|${TERMS}`,
    },
  },
  {
    name: 'site-readers-are-pure',
    comment: 'A reader only computes rows from strings, as an engine does.',
    severity: 'error',
    from: {
      path: `${CORE_READING}|^extension/sites/[^/]+/(?!(?:panel|cut|tap|site|guide)\\.tsx?$)`,
      pathNot: TESTS,
    },
    to: {
      pathNot: `^contract/|^engines/|${CORE_READING}|^extension/sites/[^/]+/(?!(?:panel|cut|tap|guide)\\.tsx?$)`,
    },
  },
  {
    name: 'sites-are-independent',
    severity: 'error',
    from: { path: '^extension/sites/([^/]+)/' },
    to: { path: '^extension/sites/[^/]+/', pathNot: '^extension/sites/$1/' },
  },
  {
    name: 'only-lists-import-sites',
    comment:
      'Everything else uses the lists in extension/index, so that a site is one folder and one line in each list.',
    severity: 'error',
    from: {
      path: '^(contract|engines|net|tools|server|web|cli)/|^extension/(?!index/|sites/)',
      pathNot: TESTS,
    },
    to: { path: '^extension/sites/' },
  },
  {
    name: 'extension-pages-get-strings-only',
    comment:
      'Scripts in a page read strings. Decisions are in the readers, and requests and storage in the panel.',
    severity: 'error',
    from: { path: IN_PAGE, pathNot: TESTS },
    to: { pathNot: `${IN_PAGE}|^extension/core/(?:messages|page-cut)\\.ts$` },
  },
  {
    name: 'extension-bundles-no-zod-schemas',
    comment: 'Zod is most of a package. The contract has files without it; zod/mini checks replies.',
    severity: 'error',
    from: { path: '^extension/', pathNot: TESTS },
    to: { path: '^contract/', pathNot: '^contract/(collect-sites|cut-text|device-name|plural)\\.ts$' },
  },
];
