import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { useConfig } from '../../lib/config.ts';
import { Card, CardContent } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { tutorials } from './page.ts';
import { PlaylistPlayer } from './playlist-player.tsx';
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
              <li key={title} className="min-w-0">
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
