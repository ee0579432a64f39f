import { createApp } from '../../app.ts';
import { type Caller, newCaller } from '../../auth/test-caller.ts';
import { openTaskBench, type TaskBench } from '../../tasks/test-tasks.ts';
import { startWorker } from '../../tasks/worker/worker.ts';
import { startService, type TestService } from './test-service.ts';

/** The key that the service of these tests wants at `/private`. */
const SECRET = 'Bearer sk-never-shown-7391';

/** A server with a worker, and a service that knows companies by their domains. */
export interface RequestBench {
  bench: TaskBench;
  service: TestService;
  newCaller(): Promise<Caller>;
  /** Whether the service is down. */
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

export async function openRequestBench(): Promise<RequestBench> {
  let isDown = false;
  const service = await startService(({ path, headers }, _request, response) => {
    const domain = decodeURIComponent(/domain=([^&]*)/.exec(path)?.[1] ?? '');
    if (isDown) response.writeHead(500).end('down');
    else if (domain === 'unknown.com') response.writeHead(404).end('{}');
    else if (domain === 'text.com') response.end('not JSON');
    else if (headers.authorization !== SECRET && path.startsWith('/private'))
      response.writeHead(401).end(JSON.stringify({ error: 'no key' }));
    else
      response.end(
        JSON.stringify({
          company: { employees: domain.length, tags: ['a', 'b'], contact: `info@${domain}` },
          you: headers.authorization,
        }),
      );
  });
  const bench = await openTaskBench({ ALLOW_PRIVATE_NETWORK: '1' });
  const app = createApp(bench.deps);
  const worker = await startWorker(bench.deps);
  return {
    bench,
    service,
    newCaller: () => newCaller(app),
    setDown(is) {
      isDown = is;
    },
    async close() {
      await worker.stop();
      await bench.close();
      await service.close();
    },
  };
}

/** A step that asks the service about the column Domain. */
export function requestStep(service: TestService, request: object = {}, more: object = {}) {
  return {
    kind: 'tool',
    name: 'Ask',
    tries: [
      {
        tool: 'http-request',
        inputs: {},
        request: {
          url: `${service.url}/companies?domain={Domain}`,
          fields: [
            { name: 'Employees', path: 'company.employees' },
            { name: 'Tags', path: '$.company.tags[*]' },
          ],
          ...request,
        },
      },
    ],
    outputs: [{ field: 'Employees' }, { field: 'Tags' }],
    ...more,
  };
}

/** The same with a secret header. */
export function secretStep(service: TestService, header: object = {}) {
  return requestStep(service, {
    url: `${service.url}/private?domain={Domain}`,
    headers: [{ name: 'Authorization', isSecret: true, value: SECRET, ...header }],
    fields: [
      { name: 'Employees', path: 'company.employees' },
      { name: 'Tags', path: 'you' },
    ],
  });
}
