import { Download } from 'lucide-react';
import { useState } from 'react';
import { EXTENSION_BROWSERS, type ExtensionBrowser, type ExtensionView } from '#contract/devices.ts';
import { BROWSER_NAMES, currentBrowser, useExtensionDownload } from '../../lib/extensions.ts';
import { formatBytes } from '../../lib/format.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, CardContent, CardHeader, CardTitle } from '../../ui/card.tsx';
import { CopyValue } from '../../ui/copy-value.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';
import {
  DebuggingPicture,
  DeveloperModePicture,
  FilePicture,
  LoadPicture,
  PinPicture,
  TemporaryPicture,
  UnzipPicture,
} from './pictures.tsx';
import { type Step, Steps } from './steps.tsx';

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
              {EXTENSION_BROWSERS.map((name) => (
                <TabsTrigger key={name} value={name}>
                  {BROWSER_NAMES[name]}
                </TabsTrigger>
              ))}
            </TabsList>
            {EXTENSION_BROWSERS.map((browserName) => (
              <TabsContent key={browserName} value={browserName}>
                <PackageDownload extension={extension} browser={browserName} label={downloadLabel} />
                <InstallSteps browser={browserName} extension={name} />
                <Checksum extension={extension} browser={browserName} />
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
  const file = packages.find((file) => file.browser === browser);
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
  const file = extension.packages.find((name) => name.browser === browser);
  if (!file) return null;
  return (
    <p className="mt-2 text-xs text-muted-foreground">
      SHA-256 of the file: <code className="break-all">{file.sha256}</code>
    </p>
  );
}

function parseBrowser(value: string): ExtensionBrowser {
  return EXTENSION_BROWSERS.find((name) => name === value) ?? 'chrome';
}

function InstallSteps({ browser, extension }: { browser: ExtensionBrowser; extension: string }) {
  return (
    <>
      <Steps steps={browser === 'chrome' ? chromeSteps(extension) : firefoxSteps(extension)} />
      <p className="mt-5 max-w-[80ch] text-sm text-muted-foreground">
        {browser === 'chrome'
          ? 'Works in Chrome and Edge 126 and later. To update, unzip the new version into the same folder and click the reload icon of the extension on the extensions page.'
          : 'Works in Firefox 142 and later. Firefox removes an extension that Mozilla hasn’t signed when you close it, so repeat these steps after a restart. Firefox Developer Edition and ESR can keep it: set xpinstall.signatures.required to false in about:config and open the file. We test in Chromium, so if something doesn’t work in Firefox, use Chrome or Edge.'}
      </p>
    </>
  );
}

function chromeSteps(extension: string): Step[] {
  return [
    {
      picture: <UnzipPicture />,
      title: 'Download and unzip',
      text: 'Unzip the file to a folder that you keep. The browser loads the extension from there.',
    },
    {
      picture: <DeveloperModePicture />,
      title: 'Turn on Developer mode',
      text: (
        <>
          Open <Address text="chrome://extensions" /> or, in Edge, <Address text="edge://extensions" />. Then
          turn on Developer mode.
        </>
      ),
    },
    {
      picture: <LoadPicture />,
      title: 'Load the folder',
      text: 'Click Load unpacked and choose the folder.',
    },
    {
      picture: <PinPicture />,
      title: 'Pin the icon',
      text: `Click the puzzle icon in the toolbar, then the pin next to ${extension}.`,
    },
  ];
}

function firefoxSteps(extension: string): Step[] {
  return [
    { picture: <FilePicture />, title: 'Download', text: 'Keep the file as it is. Don’t unzip it.' },
    {
      picture: <DebuggingPicture />,
      title: 'Open This Firefox',
      text: (
        <>
          Open <Address text="about:debugging" /> and click This Firefox.
        </>
      ),
    },
    {
      picture: <TemporaryPicture />,
      title: 'Load the file',
      text: 'Click Load Temporary Add-on… and choose the file.',
    },
    {
      picture: <PinPicture />,
      title: 'Pin the icon',
      text: `Click the puzzle icon in the toolbar, then the gear next to ${extension}, and pin it to the toolbar.`,
    },
  ];
}

/** A browser's own page. Pages can't link to it, so a click copies its address. */
function Address({ text }: { text: string }) {
  return <CopyValue value={text} className="mx-0 bg-muted font-mono text-xs text-foreground" />;
}
