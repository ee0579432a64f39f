import type { ExtensionBrowser } from '#contract/devices.ts';
import { CopyValue } from '../../ui/copy-value.tsx';
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

interface InstallStepsProps {
  browser: ExtensionBrowser;
  /** what the browser calls the extension */
  extension: string;
}

/** How to install a downloaded package. */
export function InstallSteps({ browser, extension }: InstallStepsProps) {
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
