import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../test-server.ts';

const SCRIPT = fileURLToPath(new URL('./find_contacts.py', import.meta.url));
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!hasPython)('the Python example', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const python = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)('python3', ['-B', ...args], {
      env: { ...process.env, LEADWELL_URL: `${server.url}/`, LEADWELL_API_KEY: server.key, ...environment },
    });

  it('starts a task, waits for it, and writes its rows', async () => {
    const sites = server.sites(3);
    const { stdout, stderr } = await python({}, SCRIPT, ...sites);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(rows.map(({ website }) => website)).toEqual(sites);
    for (const row of rows)
      expect(row).toMatchObject({
        key: expect.stringMatching(/^[\w-]{22}$/),
        emails: [expect.stringContaining('@')],
      });
    expect(stderr).toBe('completed: 3 of 3 with contacts\n');
  });

  it('says why the server refused it', async () => {
    const wrongKey = python({ LEADWELL_API_KEY: 'lwk_wrong' }, SCRIPT, 'acme.com');
    await expect(wrongKey).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Leadwell couldn't do it. not_authenticated: "),
    });
    await expect(python({}, SCRIPT)).rejects.toMatchObject({
      stderr: expect.stringContaining('Name the websites'),
    });
  });

  it('starts one task for one idempotency key', async () => {
    const [site = ''] = server.sites(1);
    const code = [
      'import json, os, sys',
      'sys.path.insert(0, sys.argv[1])',
      'from find_contacts import Leadwell',
      'leadwell = Leadwell(os.environ["LEADWELL_URL"], os.environ["LEADWELL_API_KEY"])',
      'ids = [leadwell.start("website-extraction", {"urls": [sys.argv[2]]}, "once")["id"] for _ in range(2)]',
      'print(json.dumps([len(set(ids)), leadwell.wait(ids[0])["status"]]))',
    ].join('\n');
    const { stdout } = await python({}, '-c', code, fileURLToPath(new URL('.', import.meta.url)), site);
    expect(JSON.parse(stdout)).toEqual([1, 'completed']);
  });
});
