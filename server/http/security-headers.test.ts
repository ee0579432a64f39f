import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

async function readPolicy(tutorialsPlaylist: string | undefined): Promise<string> {
  const app = new Hono().use(securityHeaders({ tutorialsPlaylist })).get('/', (context) => context.text(''));
  return (await app.request('/')).headers.get('content-security-policy') ?? '';
}

it('allows frames only of the site with the tutorials', async () => {
  expect(await readPolicy(undefined)).not.toContain('frame-src');
  expect(await readPolicy('https://www.youtube.com/playlist?list=PL1')).toContain(
    'frame-src https://www.youtube-nocookie.com;',
  );
});

it('allows no inline script', async () => {
  expect(await readPolicy(undefined)).toContain("script-src 'self';");
});
