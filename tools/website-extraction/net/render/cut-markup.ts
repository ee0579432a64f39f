import type { Page } from 'playwright-core';

/** What `cutMarkup` uses of the nodes of a page. */
interface PageNode {
  nodeType: number;
  parentNode: PageNode | null;
  nextSibling: PageNode | null;
  /** of an element */
  localName?: string;
  attributes?: Iterable<{ name: string; value: string }>;
  /** of a template */
  content?: PageNode;
  /** of a text or a comment */
  data?: string;
  length?: number;
  substringData?(from: number, chars: number): string;
  remove(): void;
}
interface PageGlobals {
  document: {
    documentElement: (PageNode & { outerHTML: string }) | null;
    doctype: PageNode | null;
    createTreeWalker(root: PageNode): { nextNode(): PageNode | null };
  };
  XMLSerializer: new () => { serializeToString(node: PageNode): string };
}

/**
 * The markup of a page, cut to about `maxChars` inside the page: the rest is neither copied there nor sent here. Runs
 * apart from the page's scripts, which could have replaced what it uses.
 */
export async function readMarkup(page: Page, maxChars: number): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const world = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${cutMarkup})(${maxChars})`,
    contextId: world.executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails || typeof result.value !== 'string') throw new Error('could not read the page');
  return result.value;
}

/** Runs in the page. Removes the nodes beyond `maxChars` from it, and returns the others as markup. */
function cutMarkup(maxChars: number): string {
  const { document, XMLSerializer } = globalThis as unknown as PageGlobals;
  const ELEMENT = 1;
  let left = maxChars;
  const countChars = (node: PageNode): number => {
    let chars = node.length ?? 0;
    if (node.nodeType !== ELEMENT) return chars;
    chars = 2 * (node.localName ?? '').length + 5;
    for (const { name, value } of node.attributes ?? []) chars += name.length + value.length + 4;
    return chars;
  };
  const cutAt = (root: PageNode, node: PageNode) => {
    for (let ancestor: PageNode | null = node; ancestor && ancestor !== root; ancestor = ancestor.parentNode)
      while (ancestor.nextSibling) ancestor.nextSibling.remove();
    if (node.nodeType === ELEMENT) node.remove();
    else if (node.substringData) node.data = node.substringData(0, Math.max(0, left + countChars(node)));
  };
  const walk = (root: PageNode) => {
    const walker = document.createTreeWalker(root);
    for (let node: PageNode | null = root; node; node = walker.nextNode()) {
      left -= countChars(node);
      if (left >= 0 && node.localName === 'template' && node.content) walk(node.content);
      if (left < 0) {
        cutAt(root, node);
        return;
      }
    }
  };
  const root = document.documentElement;
  if (!root) return '';
  walk(root);
  const doctype = document.doctype ? new XMLSerializer().serializeToString(document.doctype) : '';
  return (doctype + root.outerHTML).slice(0, maxChars);
}
