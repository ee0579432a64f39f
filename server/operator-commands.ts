import { SERVER_TOOLS } from '#tools/index/server-tools.ts';
import { accountClosing } from './account-closing.ts';
import { BACKUP_COMMAND } from './backups/backup-command.ts';
import { HASHED_OPT_OUT_COMMAND } from './leads/hashed-opt-outs/import-hashes.ts';
import { NOTICE_COMMANDS } from './leads/notices/notice-commands.ts';
import { LEAD_COMMANDS } from './leads/operator-commands.ts';
import { addOptOutsAndDeleteLeads } from './leads/opted-out-leads.ts';
import { PLACE_COMMANDS } from './leads/places/place-commands.ts';
import { accessCommands } from './operator/access-commands.ts';
import { ACCOUNT_COMMANDS } from './operator/account-commands.ts';
import { DOCTOR_COMMANDS } from './operator/doctor/doctor-command.ts';
import type { OperatorCommands } from './operator/socket.ts';
import { optOutCommands } from './opt-outs/opt-out-commands.ts';
import { OPT_OUT_COPY } from './opt-outs/opt-out-copy.ts';
import { TAG_COMMANDS } from './people-orders/operator-commands.ts';
import { PERSON_PARTS } from './person-parts.ts';
import { personCommands } from './person-rights/person-commands.ts';
import type { OperatorCommand } from './platform/operator/operator-command.ts';
import type { ServerDeps } from './server-deps.ts';

const COMMANDS: readonly OperatorCommand<ServerDeps>[] = [
  BACKUP_COMMAND,
  ...ACCOUNT_COMMANDS,
  ...accessCommands(accountClosing),
  ...LEAD_COMMANDS,
  ...PLACE_COMMANDS,
  ...NOTICE_COMMANDS,
  ...optOutCommands(addOptOutsAndDeleteLeads),
  HASHED_OPT_OUT_COMMAND,
  OPT_OUT_COPY,
  ...personCommands(PERSON_PARTS),
  ...TAG_COMMANDS,
  ...DOCTOR_COMMANDS,
  ...SERVER_TOOLS.flatMap(({ commands = [] }) => commands),
];

/** All operator commands by name. */
export const OPERATOR_COMMANDS: OperatorCommands<ServerDeps> = new Map(
  COMMANDS.map((command) => [command.name, command]),
);
