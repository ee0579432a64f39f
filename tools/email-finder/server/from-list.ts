import { csvRecord } from '#engines/csv/write-csv.ts';
import type { ListStart } from '#server/tasks/task-tool.ts';
import { toUploadedList } from '#server/tasks/uploaded-list.ts';
import { emailStep } from '../step.ts';

/** Columns with emails beside the main one. */
const MORE_EMAILS = [
  ...['secondary', 'tertiary', 'second', 'other', 'work', 'direct', 'personal', 'private'].map(
    (which) => `${which}_email`,
  ),
  ...['work_email', 'direct_email', 'email'].flatMap((name) => [1, 2, 3, 4].map((n) => `${name}_${n}`)),
];
/** LeadRocks has seven columns with emails. */
const MORE_EMAIL_ROLES = [2, 3, 4, 5, 6, 7].map((n) => `email_${n}`);

/** Finds the emails of the people of a saved list, or verifies the emails in it. */
export const peopleFromList: ListStart = {
  action: 'Find emails',
  roles: [
    ...emailStep.roles.map((each) =>
      each.role === 'email' ? { ...each, names: [...each.names, ...MORE_EMAILS] } : each,
    ),
    ...MORE_EMAIL_ROLES.map((role) => ({
      role,
      label: `${role.replace('email_', 'Email ')} to verify`,
      required: false,
      names: MORE_EMAILS,
      extra: true as const,
    })),
  ],
  problem: (columns) => (MORE_EMAIL_ROLES.some((role) => columns[role]) ? null : emailStep.problem(columns)),
  input: (list, chosen) => {
    const { columns, rows } = toUploadedList(list);
    const columnIndex = (role: string) => {
      const index = columns.indexOf(chosen[role] ?? '');
      return index < 0 ? null : index;
    };
    const emails = ['email', ...MORE_EMAIL_ROLES].flatMap((role) => columnIndex(role) ?? []);
    const [email = null, ...more_emails] = new Set(emails);
    return {
      csv_content: [csvRecord(columns), ...rows].join('\r\n'),
      has_header: true,
      columns: {
        first_name: columnIndex('first_name'),
        last_name: columnIndex('last_name'),
        full_name: columnIndex('full_name'),
        domain: columnIndex('domain'),
        company: columnIndex('company'),
        email,
        more_emails,
      },
    };
  },
};
