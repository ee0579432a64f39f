import { ArrowRight, ExternalLink, Play, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { playerUrl } from '#contract/playlist.ts';
import { useConfig } from '../../lib/config.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { tutorials } from './page.ts';
import { TUTORIALS } from './tutorials.ts';

/** Lead Generation Tutorials (spec lead tools §2). Without a playlist or a network, the written ones are here. */
export function Component() {
  const { tutorialsPlaylist } = useConfig();
  return (
    <>
      <PageHeader title={tutorials.title} help={tutorials.description} />
      <div className="grid grid-cols-1 gap-10">
        {tutorialsPlaylist && <PlaylistPlayer playlist={tutorialsPlaylist} />}
        <section aria-labelledby="featured">
          <h2 id="featured" className="text-xl">
            Featured tutorials
          </h2>
          <ul className="mt-4 grid gap-4 lg:grid-cols-2">
            {TUTORIALS.map(({ title, blurb, steps, guide }) => (
              <li key={title} className="min-w-0 lg:last:odd:col-span-2">
                <Card className="h-full">
                  <CardContent className="flex h-full flex-col">
                    <h3 className="text-lg">{title}</h3>
                    <p className="mt-1 text-muted-foreground">{blurb}</p>
                    <ol className="mt-4 mb-5 grid list-decimal gap-2 pl-5 marker:text-muted-foreground">
                      {steps.map((step) => (
                        <li key={step} className="pl-1">
                          {step}
                        </li>
                      ))}
                    </ol>
                    <Link
                      to={`/dashboard/how-to-use/${guide}`}
                      className="mt-auto inline-flex min-h-6 items-center gap-1.5 self-start font-medium text-accent underline-offset-4 hover:underline"
                    >
                      Read the guide <ArrowRight aria-hidden className="size-4" />
                    </Link>
                  </CardContent>
                </Card>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}

/** The operator's playlist. Nothing is loaded from its site before the user starts it. */
function PlaylistPlayer({ playlist }: { playlist: string }) {
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
