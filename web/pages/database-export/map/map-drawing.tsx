import type { Circle } from '#contract/lead-filters.ts';
import type { LeadMap } from '#contract/leads.ts';
import {
  degreesLabel,
  gridLines,
  HEIGHT,
  type MapView,
  radiusOf,
  scaleOf,
  toDrawing,
  WIDTH,
} from './map-view.ts';
import { WORLD_OUTLINE } from './world-outline.ts';

/** The units of the outline in a degree. */
const OUTLINE_UNITS = 10;

interface MapDrawingProps {
  view: MapView;
  dots: LeadMap['dots'];
  near: Circle | null;
}

/** The outline of the world, the dots, the circle of the search and the middle. What it says is next to it in words. */
export function MapDrawing({ view, dots, near }: MapDrawingProps) {
  const scale = scaleOf(view);
  const grid = gridLines(view);
  const origin = toDrawing(view, { longitude: 0, latitude: 0 });
  // The outline goes on beyond the 180th meridian.
  const around = 360 * scale.east;
  const worlds = [origin.x - around, origin.x, origin.x + around].filter(
    (x) => x + around / 2 > 0 && x - around / 2 < WIDTH,
  );
  const most = dots.reduce((max, { count }) => Math.max(max, count), 1);
  const circle = near && { ...toDrawing(view, near), radius: radiusOf(view, near.latitude, near.kilometers) };
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" className="block w-full bg-muted/40">
      <path
        d={[
          ...grid.longitudes.map((longitude) => `M${toDrawing(view, { ...view, longitude }).x} 0v${HEIGHT}`),
          ...grid.latitudes.map((latitude) => `M0 ${toDrawing(view, { ...view, latitude }).y}h${WIDTH}`),
        ].join('')}
        className="fill-none stroke-border"
      />
      <g className="fill-muted-foreground text-[11px] max-sm:hidden">
        {grid.longitudes.map((longitude) => (
          <text key={longitude} x={toDrawing(view, { ...view, longitude }).x + 3} y={HEIGHT - 5}>
            {degreesLabel(longitude, 'E', 'W')}
          </text>
        ))}
        {grid.latitudes.map((latitude) => (
          <text key={latitude} x={4} y={toDrawing(view, { ...view, latitude }).y - 3}>
            {degreesLabel(latitude, 'N', 'S')}
          </text>
        ))}
      </g>
      {worlds.map((x) => (
        <path
          key={x}
          d={WORLD_OUTLINE}
          transform={`translate(${x} ${origin.y}) scale(${scale.east / OUTLINE_UNITS} ${scale.north / OUTLINE_UNITS})`}
          vectorEffect="non-scaling-stroke"
          className="fill-none stroke-muted-foreground/60"
        />
      ))}
      {dots.map((dot) => {
        const { x, y } = toDrawing(view, dot);
        return (
          <circle
            key={`${dot.longitude} ${dot.latitude}`}
            cx={x}
            cy={y}
            // The area says how many there are, within limits.
            r={5 + 8 * Math.sqrt((dot.count - 1) / most)}
            className="fill-accent/60 stroke-accent"
          />
        );
      })}
      {circle && (
        <ellipse
          cx={circle.x}
          cy={circle.y}
          rx={circle.radius.x}
          ry={circle.radius.y}
          className="fill-none stroke-foreground"
          strokeDasharray="4 3"
        />
      )}
      <path
        d={`M${WIDTH / 2 - 8} ${HEIGHT / 2}h16M${WIDTH / 2} ${HEIGHT / 2 - 8}v16`}
        className="stroke-foreground"
        strokeWidth={1.5}
      />
    </svg>
  );
}
