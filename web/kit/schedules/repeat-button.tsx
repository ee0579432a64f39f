import { CalendarClock } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useLoaded } from '../../lib/use-loaded.ts';
import { Button } from '../../ui/button.tsx';
import type { Repeatable } from './repeat-work.ts';
import type { ScheduleDialogProps } from './schedule-dialog.tsx';

const loadDialog = () => import('./schedule-dialog.tsx');

type RepeatButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'disabled' | 'className'> & {
  repeat: () => Repeatable;
};

/** Asks when to repeat something. */
export function RepeatButton({ repeat, ...button }: RepeatButtonProps) {
  const [of, setOf] = useState<ScheduleDialogProps['of']>(null);
  const close = () => setOf(null);
  const Dialog = useLoaded<ScheduleDialogProps>(of !== null, loadDialog, close);
  return (
    <>
      <Button variant="secondary" {...button} onClick={() => setOf({ repeat: repeat() })}>
        <CalendarClock aria-hidden />
        Repeat
      </Button>
      {Dialog && <Dialog of={of} onClose={close} />}
    </>
  );
}
