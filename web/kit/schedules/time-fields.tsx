import { useState } from 'react';
import type { ScheduleTime, ScheduleUnit } from '#contract/schedules.ts';
import { ownTimeZone } from '../../lib/time-zone.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { hourLabel, ordinal, WEEKDAYS, zoneLabel } from './schedule-time.ts';

const UNITS: readonly { unit: ScheduleUnit; label: string }[] = [
  { unit: 'day', label: 'Every day' },
  { unit: 'week', label: 'Every week' },
  { unit: 'month', label: 'Every month' },
];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** When something repeats. */
export function TimeFields({ time, onTime }: { time: ScheduleTime; onTime: (time: ScheduleTime) => void }) {
  const { every, day = 1, hour, timeZone } = time;
  // A schedule keeps the time zone in which it was made, or takes that of the browser.
  const [zones] = useState(() => [...new Set([timeZone, ownTimeZone()])]);
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-3">
      <Field label="Repeat">
        {(control) => (
          <Select
            {...control}
            value={every}
            onChange={({ target }) => {
              const unit = UNITS.find((each) => each.unit === target.value)?.unit ?? 'week';
              onTime({ every: unit, hour, timeZone, ...(unit === 'day' ? {} : { day: 1 }) });
            }}
          >
            {UNITS.map(({ unit, label }) => (
              <option key={unit} value={unit}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {every !== 'day' && (
        <Field label="Day">
          {(control) => (
            <Select
              {...control}
              value={day}
              onChange={({ target }) => onTime({ ...time, day: Number(target.value) })}
            >
              {every === 'week'
                ? WEEKDAYS.map((name, index) => (
                    <option key={name} value={index + 1}>
                      {name}
                    </option>
                  ))
                : MONTH_DAYS.map((each) => (
                    <option key={each} value={each}>
                      {each === 31 ? 'Last day' : ordinal(each)}
                    </option>
                  ))}
            </Select>
          )}
        </Field>
      )}
      <Field label="Time" hint={zones.length === 1 ? zoneLabel(timeZone) : undefined}>
        {(control) => (
          <Select
            {...control}
            value={hour}
            onChange={({ target }) => onTime({ ...time, hour: Number(target.value) })}
          >
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {hourLabel(each)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {zones.length > 1 && (
        <Field label="Time zone">
          {(control) => (
            <Select
              {...control}
              value={timeZone}
              onChange={({ target }) => onTime({ ...time, timeZone: target.value })}
            >
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zoneLabel(zone)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
