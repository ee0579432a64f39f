import type { IForbiddenRuleType } from 'dependency-cruiser';

const TESTS = '\\.test\\.tsx?$|/test-[a-z0-9-]+\\.ts$|/scripted-tool\\.ts$';
const PACKAGES = 'node_modules/';
/** Files directly in tools/, which say what a tool is. */
const SHAPES = '^tools/tool\\.ts$';
const SERVER_SHAPES = '^tools/(server-tool|tool)\\.ts$';

/** Finds the definition of another tool by what it takes, and how it works as a step of a list. */
const FINDER = '^tools/index/(tools|step-tools)\\.ts$';
/** Reads what rows have already. It needs engines that pages don't load. */
const KNOWN = '^tools/index/known-values\\.ts$';

/** What tools that work through a list share, by its role. */
const KIT = '^tools/list-tool/';
const KIT_RUN = `${KIT}[^/]+$`;
/** How stored rows are read, which the browser, the server and files do alike. */
const KIT_ROWS = `${KIT}(row-text|column-filter|instant-values|output-values|without-wrong)\\.ts$`;

/** How steps that are no tool of their own read their set-up. */
const STEP_ENGINES = '^engines/list-steps/prepare-[a-z-]+\\.ts$';

/**
 * What each file of a tool can import, by its role (docs/decisions: a tool is one folder). `$1` is the tool's
 * folder.
 */
export const toolRules: IForbiddenRuleType[] = [
  role(
    'definition',
    '^tools/([^/]+)/definition\\.ts$',
    `^contract/|${PACKAGES}zod/|${SHAPES}|^tools/$1/messages\\.ts$`,
    'A definition is data for the browser, server and command line, so it imports only zod and the contract.',
    [],
  ),
  role(
    'messages',
    '^tools/([^/]+)/messages\\.ts$',
    '^contract/',
    'Messages are texts, which every part of a tool can show.',
    [],
  ),
  role(
    'settings',
    '^tools/(?!index/)([^/]+)/settings\\.ts$',
    `^net/|^server/platform/process/setting-readers\\.ts$|${PACKAGES}zod/|^tools/tool-settings\\.ts$`,
    'The configuration of every process reads the settings of all tools, so they bring no code of a tool or feature.',
    [],
  ),
  {
    name: 'only-the-list-imports-settings',
    comment: 'Everything else gets the values from the configuration, which reports all faults at once.',
    severity: 'error',
    from: { pathNot: `^tools/index/settings\\.ts$|${TESTS}` },
    to: { path: '^tools/(?!index/)[^/]+/settings\\.ts$' },
  },
  role(
    'step',
    '^tools/(?!index/)([^/]+)/step\\.ts$',
    `^contract/|^engines/(csv|list-items)/|${STEP_ENGINES}|${PACKAGES}zod/|${SHAPES}|${KIT_ROWS}|^tools/$1/(definition|messages)\\.ts$`,
    'How a tool works as a step of a list is data for the browser and the server, like its definition.',
    [],
  ),
  role(
    'run',
    '^tools/(?!index/)([^/]+)/(?!server\\.ts$|server/|web/|command(?:\\.ts$|/)|(?:definition|messages|settings|step)\\.ts$)',
    `^(contract|engines|net)/|${PACKAGES}|${SHAPES}|${FINDER}|${KNOWN}|${KIT_RUN}|^tools/$1/(?!server\\.ts$|server/|web/|command(?:\\.ts$|/))`,
    'A run is independent of databases, accounts, pages and the command line. It gets what it needs as ports.',
  ),
  role(
    'server',
    '^tools/([^/]+)/server(?:\\.ts$|/)',
    `^(contract|engines|net|server)/|${PACKAGES}|${SERVER_SHAPES}|${FINDER}|${KIT_RUN}|${KIT}server/|^tools/$1/(?!web/|command(?:\\.ts$|/))`,
    'The server half uses the server and its own run.',
  ),
  role(
    'web',
    '^tools/([^/]+)/web/',
    `^contract/|^engines/(csv|list-items)/|${PACKAGES}|^web/(kit|ui|lib)/|${SHAPES}|${KIT_ROWS}|${FINDER}|^tools/$1/(web/|(definition|messages)\\.ts$)`,
    'A page uses the kit, the controls, its own definition and messages, and finds other tools.',
    [],
  ),
  role(
    'command',
    '^tools/([^/]+)/command(?:\\.ts$|/)',
    `^(contract|engines|net|cli)/|^server/(config|process)\\.ts$|^server/platform/|${PACKAGES}|${SERVER_SHAPES}|${KIT_RUN}|${KIT}command/|^tools/$1/(?!web/)`,
    'A command uses the command line framework and its own tool.',
  ),
  {
    name: 'tools-are-independent',
    comment:
      'Code that two tools need moves to an engine, net or tools/list-tool, or is passed in as a port.',
    severity: 'error',
    from: { path: '^tools/(?!index/)([^/]+)/' },
    to: { path: '^tools/[^/]+/', pathNot: `^tools/($1|list-tool)/|${FINDER}|${KNOWN}` },
  },
  {
    name: 'only-lists-import-tools',
    comment:
      'Everything else uses the lists in tools/index/, so that a tool is one folder and one line in each list.',
    severity: 'error',
    from: {
      path: '^(contract|engines|net|server|web|cli)/|^tools/[^/]+$',
      pathNot: `${TESTS}|^cli/demo`,
    },
    to: { path: '^tools/[^/]+/', pathNot: `^tools/index/|${KIT_ROWS}` },
  },
  {
    name: 'tool-lists-have-one-role',
    comment: 'The crawl thread loads runs without servers, and the browser definitions without runs.',
    severity: 'error',
    from: { path: '^tools/index/([a-z]+)s\\.ts$', pathNot: FINDER },
    to: { pathNot: '^tools/[^/]+/$1s?\\.ts$' },
  },
  {
    name: 'only-composition-imports-server-tools',
    comment: 'Features get the tools they need injected.',
    severity: 'error',
    from: { path: '^server/[^/]+/', pathNot: `${TESTS}|^server/operator/` },
    to: { path: '^tools/(server-tool\\.ts$|index/(servers|server-tools|commands)\\.ts$)' },
  },
];

function role(
  name: string,
  from: string,
  allowed: string,
  comment: string,
  dependencyTypesNot: ['core'] | [] = ['core'],
): IForbiddenRuleType {
  return {
    name: `tool-${name}-imports-only-allowed-files`,
    comment,
    severity: 'error',
    from: { path: from, pathNot: TESTS },
    to: { pathNot: allowed, dependencyTypesNot },
  };
}
