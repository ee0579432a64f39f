// Runs a TypeScript program with a Node version that strips types. Plain JavaScript, so that old versions can
// run it.
// If the current Node is too old, npm downloads a newer one. Its path is saved in node_modules/.cache.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import process, { argv, env, exit, kill, pid, platform, stderr, versions } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const MINIMUM = [22, 19];
const WANTED = '24';
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const CACHE = join(ROOT, 'node_modules', '.cache', 'leadwell');
const SAVED_PATH = join(CACHE, 'node-path');

/** Runs `program` (a path) with `args`: in this process, or in a newer Node if this one is too old. */
export async function launch(program, args) {
  if (env.npm_lifecycle_event) endWithParent();
  if (isNewEnough(versions.node)) {
    keepCompiledModules();
    argv.splice(1, argv.length, program, ...args);
    const { main } = await import(pathToFileURL(program).href);
    await main?.(args);
    return;
  }
  const node = findNewerNode();
  const child = spawn(node, [fileURLToPath(import.meta.url), program, ...args], {
    stdio: 'inherit',
    env: { ...env, PATH: `${dirname(node)}${delimiter}${env.PATH ?? ''}` },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // Ctrl+C in a terminal reaches the child too; a signal to this process doesn't.
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  child.on('exit', (code, signal) => (signal ? kill(pid, signal) : exit(code ?? 1)));
}

// Halves the time of the next start. Processes started by this one use the same folder.
function keepCompiledModules() {
  env.NODE_COMPILE_CACHE ??= join(CACHE, 'compiled');
  module.enableCompileCache();
}

// npm sends signals to its shell, which ends without forwarding them. Without this, the program would keep
// running.
function endWithParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    kill(pid, 'SIGTERM');
  }, 500);
  check.unref();
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
}

function findNewerNode() {
  if (existsSync(SAVED_PATH)) {
    const path = readFileSync(SAVED_PATH, 'utf8').trim();
    if (existsSync(path)) return path;
  }
  stderr.write(
    `Node ${versions.node} is too old (minimum: ${MINIMUM.join('.')}). Downloading Node ${WANTED} with npm …\n`,
  );
  try {
    const path = execFileSync(
      platform === 'win32' ? 'npx.cmd' : 'npx',
      ['-y', `node@${WANTED}`, '-p', 'process.execPath'],
      {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        shell: platform === 'win32',
      },
    ).trim();
    if (!existsSync(path)) throw new Error(path);
    mkdirSync(dirname(SAVED_PATH), { recursive: true });
    writeFileSync(SAVED_PATH, path);
    return path;
  } catch {
    stderr.write(`The download failed. Install Node ${WANTED} and try again.\n`);
    exit(1);
  }
}

if (argv[1] && resolve(argv[1]) === fileURLToPath(import.meta.url)) {
  const [program, ...args] = argv.slice(2);
  if (!program) {
    stderr.write('usage: node cli/launch.mjs PROGRAM.ts [ARGUMENT…]\n');
    exit(2);
  }
  await launch(resolve(program), args);
}
