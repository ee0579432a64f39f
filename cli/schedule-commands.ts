import type { Command } from 'commander';

const SCHEDULE = ['<schedule>', 'its ID, or its name if only one schedule has it'] as const;

/** `leadwell schedules`, for schedules on a server. */
export function addScheduleCommands(program: Command): void {
  const load = () => import('./schedules/schedules.ts');
  const schedules = program
    .command('schedules')
    .description(
      'show your schedules on a server. This and the commands below use LEADWELL_URL, by default http://127.0.0.1:3000, and LEADWELL_API_KEY',
    )
    .option('--json', 'one JSON object per line', false)
    .action(async ({ json }: { json: boolean }) => (await load()).showSchedules(json));
  schedules
    .command('run')
    .description('run a schedule now. Its next time stays')
    .argument(...SCHEDULE)
    .action(async (schedule: string) => (await load()).runSchedule(schedule));
  schedules
    .command('pause')
    .description('stop running a schedule')
    .argument(...SCHEDULE)
    .action(async (schedule: string) => (await load()).pauseSchedule(schedule, true));
  schedules
    .command('resume')
    .description('let a schedule go on with its next time')
    .argument(...SCHEDULE)
    .action(async (schedule: string) => (await load()).pauseSchedule(schedule, false));
}
