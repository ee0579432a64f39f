import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';

const LIMITED = fileURLToPath(new URL('./limited-chromium.sh', import.meta.url));
/** A few processes for pages; others wait or share one. */
const MAX_RENDERERS = 8;
/** Chromium needs no more of our environment, which has secrets. */
const ENVIRONMENT = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'TZ',
  'XDG_CONFIG_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
];

/**
 * Starts an installed Chromium whose processes can each have `processBytes` of memory. It is sandboxed unless it
 * runs as root, and keeps to its proxy: loopback isn't exempt, and WebRTC and QUIC are off.
 */
export async function launchChromium(executablePath: string, processBytes: number): Promise<Browser> {
  // Loaded lazily, because most processes never render.
  const { chromium } = await import('playwright-core');
  const kept = ENVIRONMENT.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return chromium.launch({
    executablePath: LIMITED,
    env: {
      ...Object.fromEntries(kept),
      LEADWELL_CHROMIUM: executablePath,
      // Chromium crashes if it isn't a whole number of memory pages.
      LEADWELL_CHROMIUM_DATA_KB: String(Math.ceil(processBytes / 2 ** 20) * 1024),
    },
    chromiumSandbox: process.getuid?.() !== 0,
    // Pages of other sites would be more processes.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    args: [
      '--proxy-bypass-list=<-loopback>',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-quic',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      `--renderer-process-limit=${MAX_RENDERERS}`,
    ],
  });
}
