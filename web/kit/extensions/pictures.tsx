import type { ReactNode } from 'react';

/** Small drawings of the install steps. Hidden from screen readers, because each step says the same in words. */

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 240 120"
      className="w-full rounded-lg border border-border bg-surface text-[9px] font-medium"
    >
      {children}
    </svg>
  );
}

/** A browser window with its toolbar. `toolbar` is drawn at the right end of the address bar. */
function Frame({
  children,
  toolbar,
  address,
}: {
  children: ReactNode;
  toolbar?: ReactNode;
  address?: string;
}) {
  return (
    <Picture>
      <rect x="20" y="14" width="200" height="120" rx="7" className="fill-card stroke-border" />
      <path d="M20 38h200" className="stroke-border" />
      {[30, 38, 46].map((x) => (
        <circle key={x} cx={x} cy="26" r="2.5" className="fill-border" />
      ))}
      <rect x="56" y="19.5" width={toolbar ? 112 : 154} height="13" rx="6.5" className="fill-muted" />
      {address && (
        <text x="63" y="29" className="fill-muted-foreground">
          {address}
        </text>
      )}
      {toolbar}
      {children}
    </Picture>
  );
}

/** The mouse pointer with its tip at x, y. */
function Pointer({ x, y }: { x: number; y: number }) {
  return (
    <path
      d="M0 0v13l3.4-3 2.2 5 2.4-1-2.2-5H10z"
      transform={`translate(${x} ${y})`}
      className="fill-foreground stroke-card"
      strokeLinejoin="round"
    />
  );
}

function Line({ x, y, width, strong }: { x: number; y: number; width: number; strong?: boolean }) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height="4"
      rx="2"
      className={strong ? 'fill-muted-foreground' : 'fill-border'}
    />
  );
}

function Toggle({ x, y }: { x: number; y: number }) {
  return (
    <>
      <rect x={x} y={y} width="20" height="11" rx="5.5" className="fill-accent" />
      <circle cx={x + 14.5} cy={y + 5.5} r="3.75" className="fill-card" />
    </>
  );
}

/** The Leadwell icon, 12 by 12. */
function Mark({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} fill="none" className="stroke-accent">
      <circle cx="6" cy="6" r="5.25" strokeWidth="1.5" />
      <path
        d="M6 3.6c1 1.3 1.5 2.1 1.5 2.9a1.5 1.5 0 0 1-3 0c0-.8.5-1.6 1.5-2.9Z"
        className="fill-accent"
        strokeWidth="0"
      />
    </g>
  );
}

function Puzzle({ x, y }: { x: number; y: number }) {
  return (
    <path
      d="M2 4h2.4a1.7 1.7 0 1 1 3.2 0H10v2.6a1.7 1.7 0 1 1 0 3.2V12H2z"
      transform={`translate(${x} ${y})`}
      fill="none"
      strokeWidth="1.3"
      strokeLinejoin="round"
      className="stroke-muted-foreground"
    />
  );
}

function Folder({ x, y, scale = 1 }: { x: number; y: number; scale?: number }) {
  return (
    <path
      d="M0 5a4 4 0 0 1 4-4h9l5 5h18a4 4 0 0 1 4 4v18a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4z"
      transform={`translate(${x} ${y}) scale(${scale})`}
      className="fill-accent-soft stroke-accent"
      strokeWidth={1.5 / scale}
    />
  );
}

function ZipFile({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path
        d="M0 4a4 4 0 0 1 4-4h20l12 12v28a4 4 0 0 1-4 4H4a4 4 0 0 1-4-4z"
        className="fill-card stroke-muted-foreground"
        strokeWidth="1.5"
      />
      <path d="M24 0v12h12" fill="none" className="stroke-muted-foreground" strokeWidth="1.5" />
      <text x="18" y="33" textAnchor="middle" className="fill-foreground text-[10px]">
        ZIP
      </text>
    </g>
  );
}

/** A ZIP file that becomes a folder. */
export function UnzipPicture() {
  return (
    <Picture>
      <ZipFile x={52} y={38} />
      <path d="M104 60h28m-7-7 7 7-7 7" fill="none" strokeWidth="1.75" className="stroke-muted-foreground" />
      <Folder x={148} y={44} />
    </Picture>
  );
}

/** A ZIP file that stays one. */
export function FilePicture() {
  return (
    <Picture>
      <path d="M82 34v32m-10-10 10 10 10-10M66 84h32" fill="none" strokeWidth="2" className="stroke-accent" />
      <ZipFile x={128} y={38} />
    </Picture>
  );
}

/** The switch for developer mode on the browser's page of extensions. */
export function DeveloperModePicture() {
  return (
    <Frame address="chrome://extensions">
      <Line x={32} y={55} width={44} strong />
      <text x="182" y="60" textAnchor="end" className="fill-foreground">
        Developer mode
      </text>
      <Toggle x={188} y={51} />
      <rect x="32" y="74" width="84" height="60" rx="5" className="fill-surface stroke-border" />
      <rect x="124" y="74" width="84" height="60" rx="5" className="fill-surface stroke-border" />
      <Pointer x={200} y={58} />
    </Frame>
  );
}

/** The button that loads a folder. */
export function LoadPicture() {
  return (
    <Frame address="chrome://extensions">
      <rect x="32" y="48" width="80" height="17" rx="8.5" className="fill-card stroke-accent" />
      <text x="72" y="59.5" textAnchor="middle" className="fill-accent">
        Load unpacked
      </text>
      <Pointer x={102} y={60} />
      <Line x={124} y={54} width={36} />
      <Line x={166} y={54} width={30} />
      <Folder x={36} y={84} scale={0.7} />
      <Line x={74} y={92} width={82} strong />
    </Frame>
  );
}

/** The menu of the puzzle icon, with a pin beside the extension. */
export function PinPicture() {
  return (
    <Frame
      toolbar={
        <>
          <Mark x={178} y={20} />
          <Puzzle x={198} y={19} />
        </>
      }
    >
      <rect x="108" y="42" width="104" height="66" rx="6" className="fill-card stroke-border" />
      <text x="118" y="57" className="fill-muted-foreground">
        Extensions
      </text>
      <rect x="112" y="66" width="96" height="22" rx="4" className="fill-muted" />
      <Mark x={118} y={71} />
      <text x="136" y="80" className="fill-foreground">
        Leadwell
      </text>
      <path
        d="M3.5 0h5v5.5L11 8v1.5H1V8l2.500-2.500zM6 9.500V14"
        transform="translate(188 70)"
        strokeWidth="1.3"
        strokeLinejoin="round"
        className="fill-accent stroke-accent"
      />
      <Pointer x={197} y={80} />
    </Frame>
  );
}

/** Firefox's page for temporary extensions. */
export function TemporaryPicture() {
  return (
    <Frame address="about:debugging">
      <Line x={32} y={52} width={70} strong />
      <rect x="32" y="68" width="134" height="18" rx="4" className="fill-card stroke-accent" />
      <text x="99" y="80" textAnchor="middle" className="fill-accent">
        Load Temporary Add-on…
      </text>
      <Pointer x={154} y={81} />
      <Line x={32} y={98} width={150} />
    </Frame>
  );
}

/** Firefox's page for debugging, chosen in the address bar. */
export function DebuggingPicture() {
  return (
    <Frame address="about:debugging">
      <Line x={32} y={54} width={48} />
      <rect x="26" y="66" width="68" height="16" rx="4" className="fill-accent-soft" />
      <text x="34" y="77" className="fill-accent">
        This Firefox
      </text>
      <Line x={32} y={92} width={40} />
      <path d="M98 38v96" className="stroke-border" />
      <Line x={110} y={54} width={84} strong />
      <Line x={110} y={68} width={98} />
      <Line x={110} y={78} width={72} />
      <Pointer x={84} y={78} />
    </Frame>
  );
}

/** A page with results, with a map beside them on a site that has one. */
export function ResultsPicture({ map }: { map: boolean }) {
  if (!map)
    return (
      <Frame>
        <Cards width={180} />
      </Frame>
    );
  return (
    <Frame address="bakery in Leipzig">
      <Cards />
      <rect x="144" y="46" width="66" height="88" rx="4" className="fill-muted" />
      {[
        [160, 66],
        [186, 84],
        [172, 104],
      ].map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="4" className="fill-muted-foreground" />
      ))}
    </Frame>
  );
}

/** The toolbar of a page with the Leadwell icon. */
export function OpenPanelPicture() {
  return (
    <Frame toolbar={<Mark x={186} y={20} />}>
      <Cards />
      <Panel>
        <text x="148" y="62" className="fill-foreground">
          Collecting
        </text>
        <Toggle x={197} y={53.5} />
      </Panel>
      <Pointer x={194} y={28} />
    </Frame>
  );
}

/** Results on a page, and their rows in the panel. */
export function CollectPicture() {
  return (
    <Frame toolbar={<Mark x={186} y={20} />}>
      <Cards read />
      <Panel>
        {[54, 66, 78, 90, 102].map((y) => (
          <g key={y}>
            <Line x={152} y={y} width={24} strong />
            <Line x={182} y={y} width={28} />
          </g>
        ))}
      </Panel>
    </Frame>
  );
}

/** The panel's buttons for a file and for sending. */
export function SendPicture() {
  return (
    <Frame toolbar={<Mark x={186} y={20} />}>
      <Cards read />
      <Panel>
        <rect x="152" y="52" width="58" height="17" rx="4" className="fill-card stroke-border" />
        <text x="181" y="63.5" textAnchor="middle" className="fill-foreground">
          CSV file
        </text>
        <rect x="152" y="76" width="58" height="17" rx="4" className="fill-accent" />
        <text x="181" y="87.500" textAnchor="middle" className="fill-accent-foreground">
          Send rows
        </text>
      </Panel>
      <Pointer x={203} y={90} />
    </Frame>
  );
}

function Cards({ read = false, width = 104 }: { read?: boolean; width?: number }) {
  return (
    <>
      {[46, 68, 90].map((y) => (
        <g key={y}>
          <rect x="30" y={y} width={width} height="17" rx="4" className="fill-surface stroke-border" />
          <Line x={37} y={y + 6.5} width={34} strong />
          <Line x={76} y={y + 6.5} width={28} />
          {read && (
            <path
              d={`M118 ${y + 8.5}l3 3 5-6`}
              fill="none"
              strokeWidth="1.75"
              strokeLinecap="round"
              className="stroke-accent"
            />
          )}
        </g>
      ))}
    </>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <>
      <path d="M143 38h77v96h-77z" className="fill-surface stroke-border" />
      {children}
    </>
  );
}
