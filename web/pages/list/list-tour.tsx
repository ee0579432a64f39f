import { useEffect, useMemo } from 'react';
import { type Persistence, usePersistedState } from '../../lib/use-persisted-state.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { readTour, type Tour, type TourStep, tourText } from './tour-state.ts';

const HINTS: Readonly<Record<TourStep, { title: string; text: string }>> = {
  run: {
    title: 'Fill the columns',
    text: 'Click Run. You see the most that it can cost, and can set a limit. The cells fill while you watch or do something else.',
  },
  open: {
    title: 'See where a value is from',
    text: 'Open a row with the button beside its number or name, or select a cell and press Space. You see what each tool said, with its sources and what it cost.',
  },
  edit: {
    title: 'Correct a value',
    text: 'Select a cell and type. What you type stays, and no run overwrites it. Ctrl+Z takes it back.',
  },
  export: {
    title: 'Take the list with you',
    text: 'Click Export for a plain file, or one with the columns that your CRM or email tool expects.',
  },
};
const STEPS = Object.keys(HINTS) as TourStep[];

export interface ListTourProps {
  /** where this browser keeps which hints were followed, by account */
  storageKey: string;
  listId: string;
  /** the list was made from a sample */
  begins: boolean;
  /** what the person did in this list */
  did: Readonly<Record<TourStep, boolean>>;
}

/** Hints for the first list of an account, one at a time, until all were followed or someone hides them. */
export default function ListTour({ storageKey, listId, begins, did }: ListTourProps) {
  const persistence = useMemo(
    (): Persistence<Tour | null> => ({
      key: storageKey,
      parse: readTour,
      format: (tour) => tour && tourText(tour),
      atOnce: () => true,
    }),
    [storageKey],
  );
  const [tour, save] = usePersistedState(persistence);
  const isHere = tour?.list === listId;
  const followed = STEPS.filter((step) => isHere && (did[step] || tour.followed.includes(step)));
  const next = STEPS.find((step) => !followed.includes(step));
  useEffect(() => {
    if (begins && !isHere && tour?.list !== null) save({ list: listId, followed: [] });
    else if (isHere && followed.length > tour.followed.length)
      save(next ? { list: listId, followed } : { list: null, followed: [] });
  });
  if (!isHere || !next) return null;
  return (
    <Alert
      tone="info"
      title={`${STEPS.indexOf(next) + 1} of ${STEPS.length}: ${HINTS[next].title}`}
      className="mb-4"
      action={
        <Button variant="secondary" size="sm" onClick={() => save({ list: null, followed: [] })}>
          Hide hints
        </Button>
      }
    >
      {HINTS[next].text}
    </Alert>
  );
}
