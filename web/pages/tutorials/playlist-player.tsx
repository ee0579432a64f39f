import { ExternalLink, Play, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { playerUrl } from '#contract/playlist.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The operator's playlist. Nothing is loaded from its site before the user starts it. */
export function PlaylistPlayer({ playlist }: { playlist: string }) {
  const [started, setStarted] = useState(false);
  const online = useOnline();
  const player = playerUrl(playlist);
  const site = new URL(player).hostname.replace(/^www\./, '');
  return (
    <section aria-labelledby="videos" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="videos" className="text-xl">
          Video playlist
        </h2>
        <Button asChild variant="secondary" size="sm">
          <a href={playlist} target="_blank" rel="noopener noreferrer">
            <ExternalLink aria-hidden /> Open playlist
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Button>
      </div>
      {!online && (
        <Alert tone="warning" title="You are offline">
          The videos need the internet. The written tutorials below work without it.
        </Alert>
      )}
      <Card className="overflow-hidden">
        <div className="flex aspect-video w-full items-center justify-center bg-surface">
          {started && online ? (
            <iframe
              src={player}
              title="Lead generation tutorials"
              allow="fullscreen; picture-in-picture; encrypted-media"
              allowFullScreen
              className="size-full border-0"
            />
          ) : (
            <div className="flex flex-col items-center gap-3 p-4 text-center">
              <Button disabled={!online} onClick={() => setStarted(true)}>
                {online ? <Play aria-hidden /> : <WifiOff aria-hidden />}
                Play videos
              </Button>
              <p className="max-w-[44ch] text-sm text-muted-foreground">
                The videos come from {site}, which may set cookies and see your address.
              </p>
            </div>
          )}
        </div>
      </Card>
    </section>
  );
}

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    window.addEventListener('online', update);
    window.addEventListener('offline', update);
    return () => {
      window.removeEventListener('online', update);
      window.removeEventListener('offline', update);
    };
  }, []);
  return online;
}
