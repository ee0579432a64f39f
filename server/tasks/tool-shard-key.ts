import type { TaskType } from '#contract/tasks.ts';

type ShardKey = (input: string) => string;

const known = new Map<TaskType, ShardKey>();

/**
 * How a tool groups its inputs. The tools are loaded when the first task starts: what they bring with them would only slow the
 * server's own start.
 */
export async function toolShardKey(type: TaskType): Promise<ShardKey> {
  const made = known.get(type);
  if (made) return made;
  const { TOOL_FACTORIES } = await import('#tools/registry.ts');
  const tool = TOOL_FACTORIES[type]?.({
    concurrency: 1,
    dnsServers: null,
    allowPrivateNetwork: false,
    contact: null,
  });
  if (!tool) throw new Error(`There is no tool for ${type} tasks.`);
  const shardKey: ShardKey = (input) => tool.shardKey(input);
  known.set(type, shardKey);
  return shardKey;
}
