import type { UrlLines } from '#contract/website.ts';
import { formatNumber, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';

const SHOWN_AT_FIRST = 3;
const SHOWN_AT_MOST = 100;

interface UrlCountProps {
  id: string;
  lines: UrlLines;
  onJump: (line: number) => void;
  onClear: () => void;
}

/** Counts the typed lines and links to each line that isn't a web address. */
export function UrlCount({ id, lines: { urls, duplicates, invalid }, onJump, onClear }: UrlCountProps) {
  if (urls.length + duplicates + invalid.length === 0)
    return (
      <p id={id} className="text-sm text-muted-foreground">
        Domains work too: example.com becomes https://example.com. You can also drop a TXT or CSV file.
      </p>
    );
  const parts = [
    plural(urls.length, 'URL'),
    duplicates > 0 && `${plural(duplicates, 'duplicate')} skipped`,
    invalid.length > 0 &&
      `${plural(invalid.length, 'line')} ${invalid.length === 1 ? "isn't a web address" : "aren't web addresses"}`,
  ].filter(Boolean);
  return (
    <div className="flex items-start justify-between gap-4 text-sm text-muted-foreground">
      <div className="min-w-0">
        <p id={id} role="status" className="tabular-nums">
          {parts.join(' · ')}
          {invalid.length > 0 && ', skipped:'}
        </p>
        <InvalidLines invalid={invalid.slice(0, SHOWN_AT_FIRST)} onJump={onJump} />
        {invalid.length > SHOWN_AT_FIRST && (
          <details className="mt-0.5">
            <summary className="min-h-6 text-accent underline-offset-4 hover:underline">
              {formatNumber(invalid.length - SHOWN_AT_FIRST)} more
            </summary>
            <InvalidLines invalid={invalid.slice(SHOWN_AT_FIRST, SHOWN_AT_MOST)} onJump={onJump} />
            {invalid.length > SHOWN_AT_MOST && (
              <p>and {formatNumber(invalid.length - SHOWN_AT_MOST)} more, not shown</p>
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
            Line {line}
          </Button>
          <span className="truncate text-foreground" title={text}>
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}
