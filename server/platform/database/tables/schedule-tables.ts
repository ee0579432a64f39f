import type { Generated } from 'kysely';
import type { ChangeKind, ScheduledWork, ScheduleRunState, ScheduleUnit } from '#contract/schedules.ts';
import type { Json } from './column-types.ts';

/** Work that repeats, its runs and what they found. */
export interface ScheduleTables {
  schedules: {
    id: Generated<string>;
    account_id: string;
    name: string;
    work: Json<ScheduledWork>;
    list_id: string | null;
    cap: number;
    every: ScheduleUnit;
    day: number | null;
    hour: number;
    time_zone: string;
    mails: boolean;
    api_key_id: string | null;
    next_at: Date;
    paused_at: Date | null;
    paused_reason: string | null;
    created_at: Date;
  };
  schedule_runs: {
    id: Generated<string>;
    account_id: string;
    schedule_id: string;
    state: Generated<ScheduleRunState>;
    task_id: string | null;
    save_id: string | null;
    list_id: string | null;
    added: Generated<number>;
    gone: Generated<number>;
    changed: Generated<number>;
    first: Generated<boolean>;
    before_id: string | null;
    fields: Generated<string[]>;
    spent: Generated<number>;
    problem: string | null;
    started_at: Date;
    retry_at: Date;
    ended_at: Date | null;
  };
  schedule_prints: {
    run_id: string;
    part: number;
    items: Json<(readonly [item: string, place: number, prints: string])[]>;
  };
  schedule_changes: {
    run_id: string;
    position: number;
    kind: ChangeKind;
    place: number | null;
    before_place: number | null;
    fields: string[];
  };
}
