import type { UrlLines } from '#contract/website.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

const NAMED_AT_ONCE = 3;
const NAMED_AT_MOST = 100;

interface UrlCountProps {
  id: string;
  lines: UrlLines;
  onJump: (line: number) => void;
  onClear: () => void;
}

/** What became of the typed lines, with a way to each that is no web address. */
export function UrlCount({ id, lines: { urls, duplicates, invalid }, onJump, onClear }: UrlCountProps) {
  if (urls.length + duplicates + invalid.length === 0)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        Domains are enough: example.com becomes https://example.com. You can also drop a .txt or .csv file.
      </p>
    );
  const parts = [
    plural(urls.length, 'URL'),
    duplicates > 0 && `${plural(duplicates, 'duplicate')} left out`,
    invalid.length > 0 &&
      `${plural(invalid.length, 'line')} ${invalid.length === 1 ? 'is not a web address' : 'are not web addresses'}`,
  ].filter(Boolean);
  return (
    <div className="flex items-start justify-between gap-4 text-sm text-muted-foreground">
      <div className="min-w-0">
        <p id={id} role="status" className="tabular-nums">
          {parts.join(' · ')}
          {invalid.length > 0 && ', left out:'}
        </p>
        <InvalidLines invalid={invalid.slice(0, NAMED_AT_ONCE)} onJump={onJump} />
        {invalid.length > NAMED_AT_ONCE && (
          <details className="mt-0.5">
            <summary className="min-h-6 text-accent underline-offset-4 hover:underline">
              {formatNumber(invalid.length - NAMED_AT_ONCE)} more
            </summary>
            <InvalidLines invalid={invalid.slice(NAMED_AT_ONCE, NAMED_AT_MOST)} onJump={onJump} />
            {invalid.length > NAMED_AT_MOST && (
              <p>and {formatNumber(invalid.length - NAMED_AT_MOST)} more further down</p>
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

function InvalidLines({ invalid, onJump }: { invalid: UrlLines['invalid']; onJump: (line: number) => void }) {
  if (invalid.length === 0) return null;
  return (
    <ul className="mt-0.5">
      {invalid.map(({ line, text }) => (
        <li key={line} className="flex items-baseline gap-2">
          <Button variant="link" size="inline" className="min-h-6 tabular-nums" onClick={() => onJump(line)}>
            line {line}
          </Button>
          <span className="truncate text-foreground" title={text}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
