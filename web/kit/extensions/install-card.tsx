import { Download } from 'lucide-react';
import { useState } from 'react';
import { EXTENSION_BROWSERS, type ExtensionBrowser, type ExtensionView } from '#contract/devices.ts';
import { useExtensionDownload } from '../../lib/extensions.ts';
import { formatBytes } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import { BROWSER_NAMES, currentBrowser } from './browser-names.ts';
import { InstallSteps } from './install-steps.tsx';

interface InstallCardProps {
  extension: ExtensionView;
  /** what the browser calls the extension */
  name: string;
  /** "Download Google Maps Extension" */
  downloadLabel: string;
}

/** The download for each browser, and how to install it. */
export function InstallCard({ extension, name, downloadLabel }: InstallCardProps) {
  const [browser, setBrowser] = useState<ExtensionBrowser>(() => currentBrowser(navigator.userAgent));
  return (
    <Card>
      <CardHeader>
        <CardTitle>Install</CardTitle>
        <p className="text-sm text-muted-foreground tabular-nums">Version {extension.latestVersion}</p>
      </CardHeader>
      <CardContent>
        {extension.packages.length === 0 ? (
          <Alert tone="warning" title="This server has no package to download">
            If you run it, build the packages with “npm run build:extensions” and reload this page.
          </Alert>
        ) : (
          <Tabs value={browser} onValueChange={(value) => setBrowser(parseBrowser(value))}>
            <TabsList aria-label="Browser" className="mb-5">
              {EXTENSION_BROWSERS.map((each) => (
                <TabsTrigger key={each} value={each}>
                  {BROWSER_NAMES[each]}
                </TabsTrigger>
              ))}
            </TabsList>
            {EXTENSION_BROWSERS.map((each) => (
              <TabsContent key={each} value={each}>
                <PackageDownload extension={extension} browser={each} label={downloadLabel} />
                <InstallSteps browser={each} extension={name} />
                <Checksum extension={extension} browser={each} />
              </TabsContent>
            ))}
          </Tabs>
        )}
      </CardContent>
    </Card>
  );
}

interface PackageDownloadProps {
  extension: ExtensionView;
  browser: ExtensionBrowser;
  label: string;
}

/** The download button of a package with its size. */
function PackageDownload({ extension: { site, packages }, browser, label }: PackageDownloadProps) {
  const download = useExtensionDownload();
  const file = packages.find((each) => each.browser === browser);
  if (!file)
    return (
      <Alert tone="warning" className="mb-6">
        This server has no package for {BROWSER_NAMES[browser]}.
      </Alert>
    );
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        className="w-full sm:w-auto"
        busy={download.isPending}
        onClick={() => download.mutate({ site, browser })}
      >
        {!download.isPending && <Download aria-hidden />}
        {label}
      </Button>
      <p className="text-sm text-muted-foreground">
        {BROWSER_NAMES[browser]} · {formatBytes(file.bytes)}
      </p>
    </div>
  );
}

/** Lets people check that they have the file of this server. */
function Checksum({ extension, browser }: Pick<PackageDownloadProps, 'extension' | 'browser'>) {
  const file = extension.packages.find((each) => each.browser === browser);
  if (!file) return null;
  return (
    <p className="mt-2 text-xs text-muted-foreground">
      SHA-256 of the file: <code className="break-all">{file.sha256}</code>
    </p>
  );
}

function parseBrowser(value: string): ExtensionBrowser {
  return EXTENSION_BROWSERS.find((each) => each === value) ?? 'chrome';
}
