import { SERVER_TOOLS } from '#tools/server-tools.ts';
import { LEAD_COMMANDS } from './leads/operator-commands.ts';
import { addOptOutsAndDeleteLeads } from './leads/opted-out-leads.ts';
import { ACCOUNT_COMMANDS } from './operator/account-commands.ts';
import type { OperatorCommands } from './operator/socket.ts';
import { optOutCommands } from './opt-outs/opt-out-commands.ts';
import type { OperatorCommand } from './platform/operator-command.ts';
import type { ServerDeps } from './server-deps.ts';

const COMMANDS: readonly OperatorCommand<ServerDeps>[] = [
  ...ACCOUNT_COMMANDS,
  ...LEAD_COMMANDS,
  ...optOutCommands(addOptOutsAndDeleteLeads),
  ...SERVER_TOOLS.flatMap(({ commands = [] }) => commands),
];

/** All operator commands by name. */
export const OPERATOR_COMMANDS: OperatorCommands<ServerDeps> = new Map(
  COMMANDS.map((command) => [command.name, command]),
);
