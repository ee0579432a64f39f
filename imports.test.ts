import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { folderCycles, folderOf } from './folder-cycles.ts';
import { forbidden, options, SERVER_LAYERS } from './import-rules.ts';
import ours from './package.json' with { type: 'json' };

const ROOMS = ['contract', 'engines', 'net', 'tools', 'server', 'web', 'cli', 'e2e', 'bench'];

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

describe('who may import whom', () => {
  it('holds over the whole tree, and the tree was seen', async () => {
    const { summary, modules } = await cruised(import.meta.dirname, ROOMS);
    expect(summary.totalCruised).toBeGreaterThan(60);
    expect(summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`)).toEqual([]);
    expect(folderCycles(modules)).toEqual([]);
  });

  it('gives every folder and root file of server/ a layer', () => {
    const units = readdirSync(join(import.meta.dirname, 'server')).filter(
      (name) => !/\.test\.ts$|^test-/.test(name),
    );
    expect(SERVER_LAYERS.flat().sort()).toEqual(units.sort());
  });

  /** rule -> files that break it; a file's text is one import. */
  const PLANTED: Record<string, Record<string, string>> = {
    'contract-reaches-only-its-rooms': { 'contract/a.ts': '../server/b.ts', 'server/b.ts': '' },
    'engines-reaches-only-its-rooms': { 'engines/x/a.ts': '../../net/b.ts', 'net/b.ts': '' },
    'engines-are-pure': { 'engines/x/a.ts': 'node:fs' },
    'no-engine-imports-another': { 'engines/x/a.ts': '#engines/y/b.ts', 'engines/y/b.ts': '' },
    'net-reaches-only-its-rooms': { 'net/a.ts': '../tools/b.ts', 'tools/b.ts': '' },
    'tool-definition-reaches-only-its-own': { 'tools/x/definition.ts': './run.ts', 'tools/x/run.ts': '' },
    'tool-run-reaches-only-its-own': { 'tools/x/run.ts': '#server/b.ts', 'server/b.ts': '' },
    'tool-server-reaches-only-its-own': { 'tools/x/server/a.ts': '#web/kit/b.ts', 'web/kit/b.ts': '' },
    'tool-web-reaches-only-its-own': { 'tools/x/web/a.ts': '../run.ts', 'tools/x/run.ts': '' },
    'tool-command-reaches-only-its-own': { 'tools/x/command.ts': '#server/app.ts', 'server/app.ts': '' },
    'only-lists-name-a-tool': { 'server/a.ts': '#tools/x/definition.ts', 'tools/x/definition.ts': '' },
    'only-composition-knows-server-tools': {
      'server/tasks/a.ts': '#tools/servers.ts',
      'tools/servers.ts': '',
    },
    'no-tool-imports-another': { 'tools/x/a.ts': '../y/b.ts', 'tools/y/b.ts': '' },
    'server-reaches-only-its-rooms': { 'server/a.ts': '../web/b.ts', 'web/b.ts': '' },
    ...Object.fromEntries(SERVER_LAYERS.flat().map((unit) => [`server-layer-of-${unit}`, upward(unit)])),
    'tool-servers-import-lower-layers': { 'tools/x/server.ts': '#server/app.ts', 'server/app.ts': '' },
    'nouns-know-no-tool-server': {
      'server/tasks/a.ts': '../../tools/x/server/b.ts',
      'tools/x/server/b.ts': '',
    },
    'web-reaches-only-its-rooms': { 'web/a.ts': '../engines/page/b.ts', 'engines/page/b.ts': '' },
    'cli-reaches-only-its-rooms': { 'cli/a.ts': '../web/b.ts', 'web/b.ts': '' },
    'platform-and-http-know-no-feature': { 'server/platform/a.ts': '../tasks/b.ts', 'server/tasks/b.ts': '' },
    'a-store-is-private': { 'server/credits/a.ts': '../tasks/store.ts', 'server/tasks/store.ts': '' },
    'a-store-is-private-to-other-rooms': {
      'cli/a.ts': '#server/tasks/store.ts',
      'server/tasks/store.ts': '',
    },
    'only-app-mounts-routes': { 'server/main.ts': './tasks/routes.ts', 'server/tasks/routes.ts': '' },
    'web-features-stay-apart': { 'web/features/x/a.ts': '../y/b.ts', 'web/features/y/b.ts': '' },
    'web-ui-and-lib-know-no-feature': { 'web/ui/a.ts': '../features/y/b.ts', 'web/features/y/b.ts': '' },
    'no-cycles': { 'net/a.ts': './b.ts', 'net/b.ts': './a.ts' },
    'everything-resolves': { 'net/a.ts': './gone.ts' },
    'no-dev-dependency-in-the-product': { 'server/a.ts': 'dev-only' },
  };

  it.each(forbidden.map((rule) => String(rule.name)))('%s catches a planted violation', async (rule) => {
    const files = PLANTED[rule];
    expect(files, 'each rule needs a planted violation').toBeDefined();
    const { summary } = await planted(files ?? {});
    expect(summary.violations.map((found) => found.rule.name)).toContain(rule);
  });

  it.each([
    ['server/credits/a.ts', '../accounts/b.ts', 'server/accounts/b.ts'],
    ['server/tasks/a.ts', '../payments/b.ts', 'server/payments/b.ts'],
    ['server/platform/a.ts', '../deps.ts', 'server/deps.ts'],
    ['server/health.ts', './app.ts', 'server/app.ts'],
  ])('%s must not import %s, which is higher or a neighbour', async (from, to, target) => {
    const { summary } = await planted({ [from]: to, [target]: '' });
    expect(summary.violations.map((found) => found.rule.name)).toContain(
      `server-layer-of-${from.split('/')[1]}`,
    );
    const down = await planted({ [target]: `#${from}`, [from]: '' });
    const rules = down.summary.violations.map((found) => found.rule.name);
    expect(rules.includes(`server-layer-of-${target.split('/')[1]}`)).toBe(from.includes('tasks'));
  });
});

describe('cycles between folders', () => {
  it.each([
    ['server/a', 'server/b', ['server/a', 'server/b']],
    ['web/features/a', 'web/features/b/deep', ['web/features/a', 'web/features/b']],
    ['web/ui', 'web/lib', ['web/lib', 'web/ui']],
    ['tools/t', 'tools/t/web', ['tools/t run', 'tools/t web']],
  ])('%s and %s: found, though no file is in a cycle', async (a, b, [first, second]) => {
    const { summary, modules } = await planted({
      [`${a}/x.ts`]: `${'../'.repeat(a.split('/').length)}${b}/y.ts`,
      [`${b}/y.ts`]: '',
      [`${b}/z.ts`]: `${'../'.repeat(b.split('/').length)}${a}/w.ts`,
      [`${a}/w.ts`]: '',
    });
    expect(summary.violations.map((found) => found.rule.name)).not.toContain('no-cycles');
    expect(folderCycles(modules).sort()).toEqual([`${first} -> ${second} -> ${first}`]);
  });

  it('are found over three folders and root files, and not where the imports go one way', async () => {
    const files = { 'server/a/x.ts': '../b/y.ts', 'server/b/y.ts': '', 'server/b/z.ts': '../root.ts' };
    const oneWay = await planted({ ...files, 'server/root.ts': '' });
    expect(folderCycles(oneWay.modules)).toEqual([]);
    const around = await planted({ ...files, 'server/root.ts': './a/w.ts', 'server/a/w.ts': '' });
    expect(folderCycles(around.modules)).toEqual(['server/a -> server/b -> server/root.ts -> server/a']);
  });

  it('count the files of a tool by their role', () => {
    expect(
      [
        'definition.ts',
        'server.ts',
        'server/store.ts',
        'web/page.tsx',
        'command.ts',
        'run.ts',
        'run/a.ts',
      ].map((file) => folderOf(`tools/t/${file}`)),
    ).toEqual([
      'tools/t definition',
      'tools/t server',
      'tools/t server',
      'tools/t web',
      'tools/t command',
      'tools/t run',
      'tools/t run',
    ]);
    expect(folderOf('tools/catalog.ts')).toBe('tools/catalog.ts');
    expect(folderOf('net/guard.ts')).toBeNull();
  });
});

/** An import from a unit of server/ to one that is not below it. */
function upward(unit: string): Record<string, string> {
  const at = SERVER_LAYERS.findIndex((layer) => layer.includes(unit));
  const target = SERVER_LAYERS.slice(0, at + 1)
    .flat()
    .find((other) => other !== unit);
  const fileOf = (one = 'unlisted') => (one.endsWith('.ts') ? `server/${one}` : `server/${one}/a.ts`);
  return { [fileOf(unit)]: `#${fileOf(target)}`, [fileOf(target)]: '' };
}

/** Cruises a tree of these files; a file's text is one import. */
function planted(files: Readonly<Record<string, string>>): Promise<ICruiseResult> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'leadwell-rules-')));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('package.json', JSON.stringify({ imports: ours.imports, devDependencies: { 'dev-only': '1.0.0' } }));
  write('node_modules/dev-only/package.json', '{"name":"dev-only","version":"1.0.0","main":"index.js"}');
  write('node_modules/dev-only/index.js', '');
  for (const [name, target] of Object.entries(files)) {
    write(name, `${target ? `import '${target}';\n` : ''}export const here = true;\n`);
  }
  return cruised(root, [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))]);
}
