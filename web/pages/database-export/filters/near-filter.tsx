import { useId, useState } from 'react';
import type { Circle } from '#contract/lead-filters.ts';
import { NEAR_MAX_KILOMETERS } from '#contract/local-business-filters.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { readNear, writeNear } from '../map/near.ts';

interface NearFilterProps {
  value: Circle | null;
  /** whether the map is there to choose on */
  hasMap: boolean;
  onChange: (near: Circle | null) => void;
}

const text = (value: Circle | null) => ({
  place: value ? `${value.latitude}, ${value.longitude}` : '',
  kilometers: String(value?.kilometers ?? 10),
});

/** A circle around a place: typed here, or chosen on the map. */
export function NearFilter({ value, hasMap, onChange }: NearFilterProps) {
  const [typed, setTyped] = useState(() => text(value));
  const written = value && writeNear(value);
  const [shown, setShown] = useState(written);
  const [fault, setFault] = useState(false);
  const id = useId();
  // The map, Back and "Clear filters" change the value, too.
  if (shown !== written) {
    setShown(written);
    setTyped(value ? text(value) : { ...typed, place: '' });
    setFault(false);
  }
  const apply = () => {
    const near = readNear(`${typed.place},${typed.kilometers}`);
    setFault(near === null);
    if (near) onChange(near);
  };
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 font-medium">Around a place</legend>
      <Input
        aria-label="Latitude and longitude"
        aria-describedby={`${id}-hint`}
        aria-invalid={fault || undefined}
        placeholder="e.g. 52.52, 13.405"
        maxLength={60}
        autoComplete="off"
        value={typed.place}
        onChange={({ target }) => setTyped({ ...typed, place: target.value })}
        onKeyDown={({ key }) => key === 'Enter' && apply()}
      />
      <div className="flex items-center gap-1.5">
        <Input
          aria-label="Kilometers around it"
          inputMode="decimal"
          maxLength={6}
          autoComplete="off"
          className="flex-1"
          value={typed.kilometers}
          onChange={({ target }) => setTyped({ ...typed, kilometers: target.value })}
          onKeyDown={({ key }) => key === 'Enter' && apply()}
        />
        <span aria-hidden className="text-sm text-muted-foreground">
          km
        </span>
        <Button variant="secondary" size="sm" onClick={apply}>
          Apply
        </Button>
        {value && (
          <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
            Remove
          </Button>
        )}
      </div>
      <p id={`${id}-hint`} className="text-xs text-muted-foreground">
        Latitude and longitude{hasMap && ', or choose it on the map'}
      </p>
      {fault && (
        <p role="alert" className="text-sm text-danger">
          Enter a place such as 52.52, 13.405 and at most {NEAR_MAX_KILOMETERS} km.
        </p>
      )}
    </fieldset>
  );
}
