// Plain JavaScript that old Node versions read: runs a TypeScript program of ours with a Node that strips types itself.
// Where the Node at hand is older, npm brings a newer one; it is remembered under node_modules/.cache.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import process, { argv, env, exit, kill, pid, platform, stderr, versions } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const LEAST = [22, 19];
const WANTED = '24';
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const REMEMBERED = join(ROOT, 'node_modules', '.cache', 'leadwell', 'node-path');

/** Runs `program` (a path) with `args`, in this process when its Node is new enough, else in a newer one. */
export async function launch(program, args) {
  if (env.npm_lifecycle_event) endWithParent();
  if (isNewEnough(versions.node)) {
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
    // A terminal's Ctrl+C reaches the child by itself; a signal sent to this process alone does not.
    process.on(signal, () => signal !== 'SIGINT' && child.kill(signal));
  }
  child.on('exit', (code, signal) => (signal ? kill(pid, signal) : exit(code ?? 1)));
}

// npm hands a signal to its shell, and the shell ends without handing it on: the program would go on without them.
function endWithParent() {
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(looking);
    kill(pid, 'SIGTERM');
  }, 500);
  looking.unref();
}

function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
}

function findNewerNode() {
  if (existsSync(REMEMBERED)) {
    const path = readFileSync(REMEMBERED, 'utf8').trim();
    if (existsSync(path)) return path;
  }
  stderr.write(
    `Node ${versions.node} is too old here (${LEAST.join('.')} at least): npm brings Node ${WANTED} for this run …\n`,
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
    mkdirSync(dirname(REMEMBERED), { recursive: true });
    writeFileSync(REMEMBERED, path);
    return path;
  } catch {
    stderr.write(`npm could not bring it. Install Node ${WANTED} and run this again.\n`);
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
