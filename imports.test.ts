import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { describe, expect, it } from 'vitest';
import { forbidden, options } from './import-rules.ts';
import ours from './package.json' with { type: 'json' };

const ROOMS = ['contract', 'engines', 'net', 'tools', 'server', 'web', 'cli', 'e2e', 'bench'];

async function violationsIn(baseDir: string, folders: string[]): Promise<ICruiseResult['summary']> {
  const { output } = await cruise(folders, {
    ...options,
    baseDir,
    validate: true,
    ruleSet: { forbidden },
  });
  if (typeof output === 'string') throw new Error(output);
  return output.summary;
}

describe('who may import whom', () => {
  it('holds over the whole tree, and the tree was seen', async () => {
    const summary = await violationsIn(import.meta.dirname, ROOMS);
    expect(summary.totalCruised).toBeGreaterThan(60);
    expect(summary.violations.map((found) => `${found.rule.name}: ${found.from} -> ${found.to}`)).toEqual([]);
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
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'leadwell-rules-')));
    const write = (name: string, text: string) => {
      mkdirSync(dirname(join(root, name)), { recursive: true });
      writeFileSync(join(root, name), text);
    };
    write(
      'package.json',
      JSON.stringify({ imports: ours.imports, devDependencies: { 'dev-only': '1.0.0' } }),
    );
    write('node_modules/dev-only/package.json', '{"name":"dev-only","version":"1.0.0","main":"index.js"}');
    write('node_modules/dev-only/index.js', '');
    for (const [name, target] of Object.entries(files ?? {})) {
      write(name, `${target ? `import '${target}';\n` : ''}export const here = true;\n`);
    }
    const summary = await violationsIn(root, [
      ...new Set(Object.keys(files ?? {}).map((name) => name.split('/')[0] ?? '')),
    ]);
    expect(summary.violations.map((found) => found.rule.name)).toContain(rule);
  });
});
