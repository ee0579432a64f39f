/** What the hints in the first list of an account are about. */
export type TourStep = 'run' | 'open' | 'edit' | 'export';

/** The list with the hints, and those that were followed. `list` is null once they are over. */
export interface Tour {
  list: string | null;
  followed: readonly TourStep[];
}

const OVER = 'over';
const STEPS: readonly string[] = ['run', 'open', 'edit', 'export'] satisfies TourStep[];

/** Saved text -> the hints; null if there were none yet. */
export function readTour(saved: string | null): Tour | null {
  if (saved === OVER) return { list: null, followed: [] };
  const [list = '', followed = ''] = (saved ?? '').split(' ');
  if (list === '') return null;
  return { list, followed: followed.split(',').filter((step): step is TourStep => STEPS.includes(step)) };
}

export function tourText({ list, followed }: Tour): string {
  return list === null ? OVER : `${list} ${followed.join(',')}`;
}
