import type { Deps } from '../../deps.ts';
import { runInBackground } from '../../platform/database/database-turns.ts';
import type { TaskTools } from '../task-tool.ts';
import type { PortCall, ThreadData } from './messages.ts';

/** The tools' ports, open on the main thread while a worker runs. */
export interface OpenToolPorts {
  /** what the crawl thread needs to create the tools */
  thread: ThreadData;
  call(call: PortCall): Promise<unknown>;
  close(): Promise<void>;
}

export function openToolPorts({ taskTools, ...deps }: Deps & { taskTools: TaskTools }): OpenToolPorts {
  const open = new Map([...taskTools].map(([type, { run }]) => [type, run.openPorts?.(deps)]));
  const tools = [...taskTools].map(([type, { run }]) => {
    const ports = Object.entries(open.get(type)?.ports ?? {});
    const methods = Object.fromEntries(ports.map(([port, methods]) => [port, Object.keys(methods)]));
    return [
      type,
      {
        script: run.script,
        options: run.options(deps.config),
        ports: methods,
        uses: (run.uses ?? []).filter((used) => taskTools.has(used)),
      },
    ];
  });
  return {
    thread: { tools: Object.fromEntries(tools) },
    async call({ type, port, method, args, accountId }) {
      const called = open.get(type)?.ports[port]?.[method];
      if (!called) throw new Error(`${type} has no port ${port}.${method}.`);
      return runInBackground(accountId, () => called(...(args as never[])));
    },
    async close() {
      await Promise.all([...open.values()].map((ports) => ports?.close()));
    },
  };
}
