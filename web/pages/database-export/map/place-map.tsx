import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useRef, useState } from 'react';
import type { Circle } from '#contract/lead-filters.ts';
import { plural } from '#contract/plural.ts';
import { failureMessage } from '../../../lib/calls.ts';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Select } from '../../../ui/select.tsx';
import { type LeadFilter, wireFilters } from '../lead-filter.ts';
import { MapDrawing } from './map-drawing.tsx';
import {
  boxOf,
  circleBox,
  clampView,
  HEIGHT,
  type MapView,
  movedView,
  placeLabel,
  viewOf,
  WIDTH,
} from './map-view.ts';
import { useMap } from './use-map.ts';
import { useSettled } from './use-settled.ts';

const STEP = 60;
const LARGEST_DOTS = 20;
const KILOMETERS = ['1', '2', '5', '10', '25', '50', '100', '250'];

interface PlaceMapProps {
  filter: LeadFilter;
  /** Searches around a place. */
  onNear: (near: Circle) => void;
}

/**
 * The results as dots on an outline of the world. The arrow keys, + and - work on it, and every action is a button, too. A list
 * of the largest dots says the same in words.
 */
export function PlaceMap({ filter, onNear }: PlaceMapProps) {
  const filters = wireFilters('local_businesses', filter);
  const text = JSON.stringify(filters);
  // A view belongs to the filters it was chosen with. At first, it shows all results.
  const [chosen, setChosen] = useState<{ text: string; view: MapView }>();
  const all = useMap(filters, null, true);
  const whole = filter.near ? circleBox(filter.near) : (all.data?.box ?? null);
  const view = chosen?.text === text ? chosen.view : viewOf(whole);
  const setView = (next: MapView) => setChosen({ text, view: clampView(next) });
  const detail = useMap(filters, useSettled(boxOf(view)), all.isSuccess && !all.isPlaceholderData);
  const map = detail.data ?? all.data;
  const dots = map?.dots ?? [];
  const count = dots.reduce((sum, dot) => sum + dot.count, 0);
  const [kilometers, setKilometers] = useState('10');
  const drag = useRef<{ x: number; y: number; view: MapView }>(null);
  const dragged = useRef(false);
  const surface = useRef<HTMLDivElement>(null);
  const id = useId();
  const zoom = (factor: number, at: Partial<MapView> = {}) =>
    setView({ ...view, ...at, span: view.span * factor });

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, () => void> = {
      ArrowLeft: () => setView(movedView(view, -STEP, 0)),
      ArrowRight: () => setView(movedView(view, STEP, 0)),
      ArrowUp: () => setView(movedView(view, 0, -STEP)),
      ArrowDown: () => setView(movedView(view, 0, STEP)),
      '+': () => zoom(0.5),
      '=': () => zoom(0.5),
      '-': () => zoom(2),
    };
    const move = event.ctrlKey || event.metaKey || event.altKey ? undefined : moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };
  /** Pixels of the drawing, which is as wide as the page allows. */
  const inDrawing = ({ currentTarget, clientX, clientY }: MouseEvent) => {
    const { left, top, width } = currentTarget.getBoundingClientRect();
    return { x: ((clientX - left) * WIDTH) / width, y: ((clientY - top) * WIDTH) / width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return;
    const { x, y } = inDrawing(event);
    const [right, down] = [drag.current.x - x, drag.current.y - y];
    if (Math.hypot(right, down) < 4 && !dragged.current) return;
    dragged.current = true;
    setView(movedView(drag.current.view, right, down));
  };
  const onClick = (event: MouseEvent) => {
    // The second click of a double click is at the same pixels, where now is another place.
    if (event.detail !== 1 || dragged.current) return;
    const { x, y } = inDrawing(event);
    setView(movedView(view, x - WIDTH / 2, y - HEIGHT / 2));
  };
  const endDrag = () => {
    drag.current = null;
  };
  const searchHere = () =>
    onNear({
      latitude: Number(view.latitude.toFixed(5)),
      longitude: Number(view.longitude.toFixed(5)),
      kilometers: Number(kilometers),
    });

  return (
    <section aria-label="Map of the results" className="border-b border-border">
      <div
        ref={surface}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the map.
        tabIndex={0}
        aria-label="Map"
        aria-describedby={`${id}-help`}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { ...inDrawing(event), view };
          dragged.current = false;
        }}
        onPointerMove={onPointerMove}
        onPointerUp={endDrag}
        onPointerCancel={endDrag}
        onClick={onClick}
        onDoubleClick={() => zoom(0.5)}
        className="cursor-grab touch-pan-y -outline-offset-2 select-none"
      >
        <MapDrawing view={view} dots={dots} near={filter.near} />
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-border px-4 py-2">
        <Button
          size="icon"
          variant="secondary"
          aria-label="Zoom in"
          title="Zoom in"
          onClick={() => zoom(0.5)}
        >
          <Plus aria-hidden />
        </Button>
        <Button
          size="icon"
          variant="secondary"
          aria-label="Zoom out"
          title="Zoom out"
          onClick={() => zoom(2)}
        >
          <Minus aria-hidden />
        </Button>
        <Button
          size="icon"
          variant="secondary"
          aria-label="Show all results"
          title="Show all results"
          onClick={() => setChosen(undefined)}
        >
          <Maximize aria-hidden />
        </Button>
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <Button variant="secondary" onClick={searchHere}>
            <LocateFixed aria-hidden />
            Search around the middle
          </Button>
          <Select
            aria-label="Kilometers around the middle"
            className="w-28"
            value={kilometers}
            onChange={({ target }) => setKilometers(target.value)}
          >
            {KILOMETERS.map((value) => (
              <option key={value} value={value}>
                {value} km
              </option>
            ))}
          </Select>
        </div>
      </div>
      {(all.isError || detail.isError) && (
        <LoadFailure
          title="We couldn’t load the map"
          className="mx-4 mb-2"
          busy={all.isFetching || detail.isFetching}
          onRetry={() => (all.isError ? all.refetch() : detail.refetch())}
        >
          {failureMessage(all.error ?? detail.error)}
        </LoadFailure>
      )}
      <div className="px-4 pb-3 text-xs text-muted-foreground">
        <p role="status">
          {map
            ? `${plural(count, 'business', 'businesses')} in this part of the map. Its middle is at ${placeLabel(view, view)}.`
            : 'Loading the map…'}
        </p>
        <p id={`${id}-help`}>Drag the map or use the arrow keys. + and - zoom. Click a place to center it.</p>
        {dots.length > 0 && (
          <details className="mt-1">
            <summary className="cursor-pointer">Where most results are</summary>
            <ul className="mt-1 grid gap-1 sm:grid-cols-2">
              {dots
                .toSorted((a, b) => b.count - a.count)
                .slice(0, LARGEST_DOTS)
                .map((dot) => (
                  <li key={`${dot.longitude} ${dot.latitude}`}>
                    <button
                      type="button"
                      className="min-h-6 text-left underline underline-offset-2"
                      onClick={() => {
                        zoom(0.25, { longitude: dot.longitude, latitude: dot.latitude });
                        // The list of the new view has other buttons.
                        surface.current?.focus();
                      }}
                    >
                      {formatNumber(dot.count)} near {placeLabel(dot, view)}
                      <span className="sr-only">. Zoom in</span>
                    </button>
                  </li>
                ))}
            </ul>
          </details>
        )}
      </div>
    </section>
  );
}
