import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { beforeAll, describe, expect, it } from 'vitest';
import { cycleFolder, folderCycles } from './folder-cycles.ts';
import { forbidden, options, SERVER_LAYERS } from './import-rules.ts';
import manifest from './package.json' with { type: 'json' };

const AREAS = [
  'contract',
  'engines',
  'net',
  'tools',
  'server',
  'web',
  'extension',
  'cli',
  'e2e',
  'bench',
  'drill',
  'integrations',
];

async function cruised(baseDir: string, folders: string[]): Promise<ICruiseResult> {
  const { output } = await cruise(folders, {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  return output;
}

describe('the import rules', () => {
  it('find no violation in the whole tree', { timeout: 300_000 }, async () => {
    const { summary, modules } = await cruised(import.meta.dirname, AREAS);
    expect(summary.totalCruised).toBeGreaterThan(60);
    expect(summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`)).toEqual([]);
    expect(folderCycles(modules)).toEqual([]);
  });

  it('have a layer for every folder and root file of server/', () => {
    const units = readdirSync(join(import.meta.dirname, 'server')).filter(
      (name) => !/\.test\.ts$|^test-/.test(name),
    );
    expect(SERVER_LAYERS.flat().sort()).toEqual(units.sort());
  });

  it('have a role for every file and folder of a tool', () => {
    const roles =
      /^(definition|messages|settings|step|run|server|command)(\.test)?\.ts$|^(engine|net|run|server|web|command|data)$/;
    const tools = readdirSync(join(import.meta.dirname, 'tools'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['index', 'list-tool'].includes(entry.name))
      .flatMap(({ name }) =>
        readdirSync(join(import.meta.dirname, 'tools', name)).map((file) => [name, file]),
      );
    expect(tools.length).toBeGreaterThan(20);
    expect(tools.filter(([, file = '']) => !roles.test(file))).toEqual([]);
  });

  /** Files that violate each rule. The value of a file is its single import. */
  const PLANTED: Record<string, Record<string, string>> = {
    'contract-imports-only-allowed-areas': { 'contract/a.ts': '../server/b.ts', 'server/b.ts': '' },
    'engines-imports-only-allowed-areas': { 'engines/x/a.ts': '../../net/b.ts', 'net/b.ts': '' },
    'engines-are-pure': { 'engines/x/a.ts': 'node:fs' },
    'engines-are-independent': { 'engines/x/a.ts': '#engines/y/b.ts', 'engines/y/b.ts': '' },
    'list-items-use-email-addresses': { 'engines/list-items/a.ts': '#engines/y/b.ts', 'engines/y/b.ts': '' },
    'list-exports-write-csv': { 'engines/list-exports/a.ts': '#engines/y/b.ts', 'engines/y/b.ts': '' },
    'net-imports-only-allowed-areas': { 'net/a.ts': '../tools/b.ts', 'tools/b.ts': '' },
    'own-engines-import-only-engines': { 'tools/x/engine/a.ts': '../net/b.ts', 'tools/x/net/b.ts': '' },
    'own-connections-import-only-engines-and-net': { 'tools/x/net/a.ts': '../run.ts', 'tools/x/run.ts': '' },
    'only-net-connects': { 'tools/x/run/a.ts': 'node:tls' },
    'tool-definition-imports-only-allowed-files': {
      'tools/x/definition.ts': './run.ts',
      'tools/x/run.ts': '',
    },
    'tool-messages-imports-only-allowed-files': {
      'tools/x/messages.ts': './definition.ts',
      'tools/x/definition.ts': '',
    },
    'tool-settings-imports-only-allowed-files': {
      'tools/x/settings.ts': '#server/deps.ts',
      'server/deps.ts': '',
    },
    'only-the-list-imports-settings': { 'tools/x/server/b.ts': '../settings.ts', 'tools/x/settings.ts': '' },
    'tool-step-imports-only-allowed-files': { 'tools/x/step.ts': './run.ts', 'tools/x/run.ts': '' },
    'tool-run-imports-only-allowed-files': { 'tools/x/run.ts': '#server/b.ts', 'server/b.ts': '' },
    'tool-server-imports-only-allowed-files': { 'tools/x/server/a.ts': '#web/kit/b.ts', 'web/kit/b.ts': '' },
    'tool-web-imports-only-allowed-files': { 'tools/x/web/a.ts': '../run.ts', 'tools/x/run.ts': '' },
    'tool-command-imports-only-allowed-files': {
      'tools/x/command.ts': '#server/app.ts',
      'server/app.ts': '',
    },
    'only-lists-import-tools': { 'server/a.ts': '#tools/x/definition.ts', 'tools/x/definition.ts': '' },
    'tool-lists-have-one-role': { 'tools/index/runs.ts': '../x/server.ts', 'tools/x/server.ts': '' },
    'only-composition-imports-server-tools': {
      'server/tasks/a.ts': '#tools/index/servers.ts',
      'tools/index/servers.ts': '',
    },
    'tools-are-independent': { 'tools/x/a.ts': '../y/b.ts', 'tools/y/b.ts': '' },
    'server-imports-only-allowed-areas': { 'server/a.ts': '../web/b.ts', 'web/b.ts': '' },
    ...Object.fromEntries(SERVER_LAYERS.flat().map((unit) => [`server-layer-of-${unit}`, upward(unit)])),
    'tool-servers-import-lower-layers': { 'tools/x/server.ts': '#server/app.ts', 'server/app.ts': '' },
    'features-import-no-tool-server': {
      'server/tasks/a.ts': '../../tools/x/server/b.ts',
      'tools/x/server/b.ts': '',
    },
    'web-imports-only-allowed-areas': { 'web/a.ts': '../engines/page/b.ts', 'engines/page/b.ts': '' },
    'extension-imports-only-allowed-areas': { 'extension/a.ts': '../net/b.ts', 'net/b.ts': '' },
    'site-data-imports-no-extension-code': {
      'extension/sites/x/guide.ts': '../../core/b.ts',
      'extension/core/b.ts': '',
    },
    'site-readers-are-pure': { 'extension/sites/x/reader.ts': 'node:fs' },
    'sites-are-independent': {
      'extension/sites/x/reader.ts': '../y/reader.ts',
      'extension/sites/y/reader.ts': '',
    },
    'only-lists-import-sites': {
      'server/a.ts': '#extension/sites/x/site.ts',
      'extension/sites/x/site.ts': '',
    },
    'extension-pages-get-strings-only': {
      'extension/sites/x/cut.ts': './reader.ts',
      'extension/sites/x/reader.ts': '',
    },
    'extension-bundles-no-zod-schemas': {
      'extension/core/a.ts': '#contract/collect.ts',
      'contract/collect.ts': '',
    },
    'cli-imports-only-allowed-areas': { 'cli/a.ts': '../web/b.ts', 'web/b.ts': '' },
    'platform-and-http-import-no-feature': {
      'server/platform/a.ts': '../tasks/b.ts',
      'server/tasks/b.ts': '',
    },
    'stores-are-private': { 'server/credits/a.ts': '../tasks/store.ts', 'server/tasks/store.ts': '' },
    'stores-are-private-to-server-folders': {
      'cli/a.ts': '#server/tasks/store.ts',
      'server/tasks/store.ts': '',
    },
    'only-app-mounts-routes': { 'server/main.ts': './tasks/routes.ts', 'server/tasks/routes.ts': '' },
    'web-pages-are-independent': { 'web/pages/x/a.ts': '../y/b.ts', 'web/pages/y/b.ts': '' },
    'page-data-loads-no-view': { 'web/pages/x/page.ts': './page.tsx', 'web/pages/x/page.tsx': '' },
    'shared-parts-import-no-page': { 'web/ui/a.ts': '../pages/y/b.ts', 'web/pages/y/b.ts': '' },
    'integrations-are-self-contained': {
      'integrations/n8n/a.ts': '../../contract/b.ts',
      'contract/b.ts': '',
    },
    'no-cycles': { 'net/a.ts': './b.ts', 'net/b.ts': './a.ts' },
    'everything-resolves': { 'net/a.ts': './gone.ts' },
    'no-dev-dependency-in-the-product': { 'server/a.ts': 'dev-only' },
  };

  let found: ICruiseResult['summary']['violations'];
  beforeAll(async () => {
    // All in one tree, because each check of a tree costs the start of a parser.
    const files: Record<string, string[]> = {};
    for (const [name, target] of Object.values(PLANTED).flatMap(Object.entries<string>))
      files[name] = [...(files[name] ?? []), target];
    found = (await planted(files)).summary.violations;
  });

  it.each(forbidden.map((rule) => String(rule.name)))('%s catches a planted violation', (rule) => {
    const [importer, imported] = Object.keys(PLANTED[rule] ?? {});
    expect(importer, 'every rule needs a planted violation').toBeDefined();
    const caught = found.filter(({ rule: { name }, from }) => name === rule && from === importer);
    const targets = caught.map(({ to }) => to);
    if (imported) expect(targets).toContain(imported);
    else expect(targets).toHaveLength(1);
  });

  it.each([
    ['server/credits/a.ts', '../accounts/b.ts', 'server/accounts/b.ts'],
    ['server/tasks/a.ts', '../payments/b.ts', 'server/payments/b.ts'],
    ['server/platform/a.ts', '../deps.ts', 'server/deps.ts'],
    ['server/health.ts', './app.ts', 'server/app.ts'],
  ])('%s must not import %s from a higher or the same layer', async (from, to, target) => {
    const { summary } = await planted({ [from]: to, [target]: '' });
    expect(summary.violations.map((found) => found.rule.name)).toContain(
      `server-layer-of-${from.split('/')[1]}`,
    );
    const down = await planted({ [target]: `#${from}`, [from]: '' });
    const rules = down.summary.violations.map((found) => found.rule.name);
    expect(rules.includes(`server-layer-of-${target.split('/')[1]}`)).toBe(from.includes('tasks'));
  });

  it('hold for the engines and connections of a tool and of a feature', async () => {
    const { summary } = await planted({
      'tools/x/engine/a.ts': ['node:fs', '../b.ts', '#net/b.ts', '#engines/x/b.ts', './b.ts'],
      'server/x/engine/a.ts': ['node:fs', '../b.ts', '#net/b.ts', '#engines/x/b.ts', './b.ts'],
      'tools/x/net/a.ts': ['node:tls', '../b.ts', '#net/b.ts', '#engines/x/b.ts', '../engine/b.ts'],
      'server/x/net/a.ts': ['node:tls', '../b.ts', '#net/b.ts', '#engines/x/b.ts', '../engine/b.ts'],
      'server/x/a.ts': ['node:http', './net/b.ts', './engine/b.ts'],
      'server/operator/a.ts': 'node:http',
      ...Object.fromEntries(
        ['net', 'engines/x', 'tools/x', 'server/x']
          .flatMap((folder) => [folder, `${folder}/engine`, `${folder}/net`])
          .map((folder) => [`${folder}/b.ts`, '']),
      ),
    });
    const ownRules = summary.violations.filter(({ rule }) => /engines|connect/.test(rule.name));
    expect(ownRules.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort()).toEqual([
      'engines-are-pure: server/x/engine/a.ts -> fs',
      'engines-are-pure: tools/x/engine/a.ts -> fs',
      'only-net-connects: server/x/a.ts -> http',
      'own-connections-import-only-engines-and-net: server/x/net/a.ts -> server/x/b.ts',
      'own-connections-import-only-engines-and-net: tools/x/net/a.ts -> tools/x/b.ts',
      'own-engines-import-only-engines: server/x/engine/a.ts -> net/b.ts',
      'own-engines-import-only-engines: server/x/engine/a.ts -> server/x/b.ts',
      'own-engines-import-only-engines: tools/x/engine/a.ts -> net/b.ts',
      'own-engines-import-only-engines: tools/x/engine/a.ts -> tools/x/b.ts',
    ]);
  });

  it('let the server and the web client read sites without the code of extensions', async () => {
    const { summary } = await planted({
      'server/a.ts': ['#extension/core/b.ts', '#extension/sites.ts'],
      'web/a.ts': ['#extension/core/b.ts', '#extension/index/guides.ts'],
      'extension/sites.ts': '',
      'extension/index/guides.ts': '',
      'extension/core/b.ts': '',
    });
    expect(summary.violations.map(({ from, to }) => [from, to]).sort()).toEqual([
      ['server/a.ts', 'extension/core/b.ts'],
      ['web/a.ts', 'extension/core/b.ts'],
    ]);
  });
});

describe('cycles between folders', () => {
  it.each([
    ['server/a', 'server/b', ['server/a', 'server/b']],
    ['web/pages/a', 'web/kit/b/deep', ['web/kit/b', 'web/pages/a']],
    ['web/ui', 'web/lib', ['web/lib', 'web/ui']],
    ['tools/t', 'tools/t/web', ['tools/t run', 'tools/t web']],
  ])('are found between %s and %s without a cycle between files', async (a, b, [first, second]) => {
    const { summary, modules } = await planted({
      [`${a}/x.ts`]: `${'../'.repeat(a.split('/').length)}${b}/y.ts`,
      [`${b}/y.ts`]: '',
      [`${b}/z.ts`]: `${'../'.repeat(b.split('/').length)}${a}/w.ts`,
      [`${a}/w.ts`]: '',
    });
    expect(summary.violations.map((found) => found.rule.name)).not.toContain('no-cycles');
    expect(folderCycles(modules).sort()).toEqual([`${first} -> ${second} -> ${first}`]);
  });

  it('are found across three folders and root files, but not for one-way imports', async () => {
    const files = { 'server/a/x.ts': '../b/y.ts', 'server/b/y.ts': '', 'server/b/z.ts': '../root.ts' };
    const oneWay = await planted({ ...files, 'server/root.ts': '' });
    expect(folderCycles(oneWay.modules)).toEqual([]);
    const around = await planted({ ...files, 'server/root.ts': './a/w.ts', 'server/a/w.ts': '' });
    expect(folderCycles(around.modules)).toEqual(['server/a -> server/b -> server/root.ts -> server/a']);
  });

  it('treat the roles in a tool as folders', () => {
    expect(
      [
        'definition.ts',
        'messages.ts',
        'settings.ts',
        'server.ts',
        'server/store.ts',
        'web/page.tsx',
        'command.ts',
        'run.ts',
        'run/a.ts',
        'engine/a.ts',
        'net/a.ts',
      ].map((file) => cycleFolder(`tools/t/${file}`)),
    ).toEqual([
      'tools/t definition',
      'tools/t messages',
      'tools/t settings',
      'tools/t server',
      'tools/t server',
      'tools/t web',
      'tools/t command',
      'tools/t run',
      'tools/t run',
      'tools/t engine',
      'tools/t net',
    ]);
    expect(['engine/a.ts', 'net/a.ts', 'a.ts'].map((file) => cycleFolder(`server/f/${file}`))).toEqual([
      'server/f engine',
      'server/f net',
      'server/f',
    ]);
    expect(cycleFolder('tools/index/runs.ts')).toBe('tools/index/runs.ts');
    expect(cycleFolder('net/guard.ts')).toBeNull();
  });
});

/** An import from a unit of server/ to one that isn't below it. */
function upward(unit: string): Record<string, string> {
  const index = SERVER_LAYERS.findIndex((layer) => layer.includes(unit));
  const target = SERVER_LAYERS.slice(0, index + 1)
    .flat()
    .find((other) => other !== unit);
  const sampleFile = (one = 'unlisted') => (one.endsWith('.ts') ? `server/${one}` : `server/${one}/a.ts`);
  return { [sampleFile(unit)]: `#${sampleFile(target)}`, [sampleFile(target)]: '' };
}

/** Checks a temporary tree of files, each with its imports. */
async function planted(files: Readonly<Record<string, string | string[]>>): Promise<ICruiseResult> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'leadwell-rules-')));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write(
    'package.json',
    JSON.stringify({ imports: manifest.imports, devDependencies: { 'dev-only': '1.0.0' } }),
  );
  write('node_modules/dev-only/package.json', '{"name":"dev-only","version":"1.0.0","main":"index.js"}');
  write('node_modules/dev-only/index.js', '');
  for (const [name, targets] of Object.entries(files)) {
    const imports = [targets].flat().filter(Boolean);
    write(
      name,
      [...imports.map((target) => `import '${target}';`), 'export const here = true;', ''].join('\n'),
    );
  }
  try {
    return await cruised(root, [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))]);
  } finally {
    rmSync(root, { recursive: true });
  }
}
