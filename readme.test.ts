import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forbidden, SERVER_LAYERS } from './import-rules.ts';

const ROOT = import.meta.dirname;
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const AREAS = ['contract', 'engines', 'net', 'tools', 'server', 'web', 'extension', 'cli'];
const TEST = /\.test\.tsx?$|(^|\/)test-[^/]+\.ts$/;

/** Files with code, without tests and what builds and tests leave behind. */
function filesIn(pattern: string): string[] {
  return globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**', '**/data/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !TEST.test(file))
    .sort();
}

/** The text under a heading, up to the next one. */
function sectionOf(heading: string): string {
  return README.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
}

function codeBlockOf(heading: string): string[] {
  return (sectionOf(heading).split('```')[1] ?? '').split('\n').filter((line) => line.trim() !== '');
}

/** The rows of the table of folders: the folder, what it contains, and what it may import. */
const FOLDERS = sectionOf('Folders')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [, name = '', text = '', mayImport = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { folder: name.replaceAll('`', '').replace(/\/$/, ''), text, mayImport };
  });

/** "contract, `engines/{csv,list-items}`, vetted packages" -> the files that this names. */
function filesNamed(mayImport: string): string[] {
  const names = mayImport.match(/`[^`]+`|[a-z]+/g)?.map((name) => name.replaceAll('`', '')) ?? [];
  const patterns = names.filter((name) => AREAS.includes(name.split('/')[0] ?? ''));
  return patterns.flatMap((name) => filesIn(name.endsWith('.ts') ? name : `${name}/**`)).sort();
}

describe('the table of folders', () => {
  it('has every folder', () => {
    const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').replaceAll('/', '').split('\n');
    const folders = readdirSync(ROOT, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .filter((name) => !ignored.includes(name));
    expect(FOLDERS.map(({ folder }) => folder).sort()).toEqual(folders.sort());
  });

  it('names the folders of the web client', () => {
    const named = FOLDERS.find(({ folder }) => folder === 'web')?.text.match(/(?<=`)[a-z]+(?=\/`)/g);
    const folders = new Set(
      filesIn('web/**').flatMap((file) => (file.split('/').length > 2 ? [file.split('/')[1]] : [])),
    );
    expect(named?.sort()).toEqual([...folders].sort());
  });

  const withRule = FOLDERS.filter(({ folder }) => AREAS.includes(folder) && folder !== 'tools');
  it.each(withRule)('says what $folder may import', ({ folder, mayImport }) => {
    const rule = forbidden.find(({ name }) => name === `${folder}-imports-only-allowed-areas`);
    const allowed = new RegExp(rule && 'to' in rule ? String(rule.to.pathNot) : '^$');
    const others = AREAS.filter((area) => area !== folder).flatMap((area) => filesIn(`${area}/**`));
    expect(others.length).toBeGreaterThan(500);
    expect(others.filter((file) => allowed.test(file)).sort()).toEqual(filesNamed(mayImport));
  });
});

it('has the layers of the server in their order', () => {
  const layers = codeBlockOf('Layers of the server').map((line) => line.split('#')[0]?.trim().split(/ {2,}/));
  expect(layers).toEqual(SERVER_LAYERS.map((layer) => (layer.length > 0 ? layer : ['tools/*/server'])));
});

describe.each(['Tools', 'Extension sites'])('the tree of %s', (heading) => {
  const tree = codeBlockOf(heading).reduce<{ paths: string[]; parents: string[] }>(
    ({ paths, parents }, line) => {
      const depth = line.search(/\S/) / 2;
      const names = line
        .trim()
        .split(/ {2,}/)
        .filter((name) => /^[a-z/-]+(\.ts|\/)$/.test(name));
      const folder = parents.slice(0, depth).join('');
      return {
        paths: [...paths, ...names.map((name) => folder + name)],
        parents: [...parents.slice(0, depth), names[0] ?? ''],
      };
    },
    { paths: [], parents: [] },
  );

  it('has only files and folders that exist', () => {
    expect(tree.paths.length).toBeGreaterThan(10);
    expect(tree.paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it('has all that is directly in the folder, and one example', () => {
    const [top = ''] = tree.paths;
    const inTop = readdirSync(join(ROOT, top), { withFileTypes: true })
      .map((entry) => `${top}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .filter((path) => /\/$|\.ts$/.test(path) && !TEST.test(path) && !/\/(dist|icons)\/$/.test(path));
    const missing = inTop.filter((path) => !tree.paths.some((listed) => listed.startsWith(path)));
    // The other tools, as the one in the tree.
    expect(missing.filter((path) => !existsSync(join(ROOT, path, 'definition.ts')))).toEqual([]);
  });
});
