import { execFile } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '..');
const COPIED = [
  'contract',
  'engines',
  'net',
  'tools',
  'extension',
  'server',
  'web',
  'cli',
  'db',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
const NOT_COPIED = /\.test\.tsx?$|\/(fixtures|dist)$|^tools\/.+\/test-[^/]+\.ts$/;

/** A copy of the product with a new part, in a temporary folder. */
export interface ProductCopy {
  folder: string;
  /** Runs Node there and returns what it prints. */
  node(...args: string[]): Promise<string>;
  /** Checks the types of a project there, such as `web`. Throws with the errors. */
  checkTypes(project: string): Promise<void>;
  remove(): void;
}

/**
 * Copies the product, writes `files` (path -> text), and puts each of `lines` into a list (path -> line), at the end or
 * before the line that `before` names.
 */
export function copyProduct(
  files: Readonly<Record<string, string>>,
  lines: Readonly<Record<string, string | { before: string; line: string }>>,
): ProductCopy {
  const folder = mkdtempSync(join(tmpdir(), 'leadwell-sample-'));
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (source) => !NOT_COPIED.test(relative(ROOT, source)),
    });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  for (const [list, line] of Object.entries(lines)) {
    const path = join(folder, list);
    if (typeof line === 'string') appendFileSync(path, `${line}\n`);
    else writeFileSync(path, readFileSync(path, 'utf8').replace(line.before, `${line.line}\n${line.before}`));
  }
  const node: ProductCopy['node'] = async (...args) =>
    (await run(process.execPath, args, { cwd: folder })).stdout;
  return {
    folder,
    node,
    checkTypes: async (project) => {
      await node(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project, '--singleThreaded');
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
