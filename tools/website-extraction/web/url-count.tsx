import { plural } from '#contract/plural.ts';
import type { LeftOut, PastedWebsites } from '#engines/csv/pasted-websites.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

const SHOWN_AT_FIRST = 3;
const SHOWN_AT_MOST = 100;

interface UrlCountProps {
  id: string;
  list: PastedWebsites;
  onJump: (line: number) => void;
  onClear: () => void;
}

/** What is taken from the list, and what is left out and why, with links to the lines. */
export function UrlCount({ id, list: { taken, repeats, leftOut, table }, onJump, onClear }: UrlCountProps) {
  if (taken.length + leftOut.length === 0)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        Domains and email addresses work too. You can also drop a TXT, CSV or XLSX file.
      </p>
    );
  const parts = [
    plural(taken.length, 'URL'),
    repeats > 0 && `${plural(repeats, 'duplicate')} skipped`,
    leftOut.length > 0 && `${plural(leftOut.length, table ? 'row' : 'line')} left out`,
  ].filter(Boolean);
  return (
    <div className="flex items-start justify-between gap-4 text-sm text-muted-foreground">
      <div className="min-w-0">
        <p id={id} role="status" className="tabular-nums">
          {parts.join(' · ')}
          {leftOut.length > 0 && ':'}
        </p>
        <LeftOutLines leftOut={leftOut.slice(0, SHOWN_AT_FIRST)} onJump={onJump} />
        {leftOut.length > SHOWN_AT_FIRST && (
          <details className="mt-0.5">
            <summary className="min-h-6 text-accent underline-offset-4 hover:underline">
              {formatNumber(leftOut.length - SHOWN_AT_FIRST)} more
            </summary>
            <LeftOutLines leftOut={leftOut.slice(SHOWN_AT_FIRST, SHOWN_AT_MOST)} onJump={onJump} />
            {leftOut.length > SHOWN_AT_MOST && (
              <p>and {formatNumber(leftOut.length - SHOWN_AT_MOST)} more, not shown</p>
            )}
          </details>
        )}
      </div>
      <Button variant="link" size="inline" className="min-h-6 text-muted-foreground" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

function LeftOutLines({ leftOut, onJump }: { leftOut: LeftOut[]; onJump: (line: number) => void }) {
  if (leftOut.length === 0) return null;
  return (
    <ul className="mt-0.5">
      {leftOut.map(({ line, row, text, why }) => (
        <li key={line} className="flex items-baseline gap-2">
          <Button
            variant="link"
            size="inline"
            className="min-h-6 shrink-0 tabular-nums"
            onClick={() => onJump(line)}
          >
            Line {row}
          </Button>
          <span className="truncate" title={`${text} ${why}`}>
            {text && <span className="text-foreground">{text}</span>} {why}
          </span>
        </li>
      ))}
    </ul>
  );
}
