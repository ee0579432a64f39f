import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { z } from 'zod';

const Manifest = z.looseObject({ name: z.string(), version: z.string() });

/**
 * Starts an npm registry on loopback with the packages of a node_modules folder, each in its installed version. A package
 * that `replaced` names has only its package.json, and an index.js of that text.
 */
export async function startTestRegistry(
  modules: string,
  replaced: Readonly<Record<string, string>>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const [name = '', file] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/-/');
    const folder = join(modules, name);
    if (!existsSync(join(folder, 'package.json'))) {
      response.writeHead(404).end('{}');
      return;
    }
    const tarball = await packed(folder, replaced[name]);
    if (file) {
      response.end(tarball);
      return;
    }
    const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    const dist = {
      tarball: `${url}/${name}/-/package.tgz`,
      integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist } },
      }),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The tarball of an installed package, without packages inside it. */
async function packed(folder: string, index: string | undefined): Promise<Buffer> {
  const archive = pack();
  // npm compares the hash of each answer.
  const mtime = new Date(0);
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules', folder.length))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  if (index === undefined)
    for (const path of paths)
      archive.entry({ name: `package/${path}`, mtime }, readFileSync(join(folder, path)));
  else {
    archive.entry({ name: 'package/package.json', mtime }, readFileSync(join(folder, 'package.json')));
    archive.entry({ name: 'package/index.js', mtime }, index);
  }
  archive.finalize();
  return gzipSync(await buffer(archive));
}
