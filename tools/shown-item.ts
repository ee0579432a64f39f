import type { TaskType } from '#contract/tasks.ts';
import { readEmailRequest } from './email-finder/email-request.ts';

/** An item as people read it, while it is being worked on. */
export function shownItem(type: TaskType, input: string): string {
  if (type !== 'csv-extraction') return input;
  const reading = readEmailRequest(input);
  const written = reading.ok ? reading.request.written : reading.written;
  if ('address' in written) return written.address.slice(0, SHOWN_CHARS);
  const { first_name, last_name, domain } = written;
  const name = `${first_name} ${last_name}`.trim();
  return [name, domain]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, SHOWN_CHARS);
}

const SHOWN_CHARS = 200;
