/**
 * Browsers that translate a page replace text nodes by `<font>` elements, and move elements into them. React goes on with the nodes
 * that it made: a number would stay what it was, and removing a node from a parent that no longer has it throws. So from the first
 * `<font>` on, the page remembers what replaced a text, puts the text back when it changes (the browser then translates it again),
 * and finds the place of nodes that were moved. All of it is in the first script: with a script that has yet to load, what React
 * changes meanwhile would throw.
 */
export function followTranslation(root: Node): void {
  /** The element that shows a text instead. */
  const standIns = new WeakMap<Node, Element>();
  let isTranslated = false;
  const follow = (records: readonly MutationRecord[]) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      if (!isTranslated) {
        if (![...addedNodes].some(isFont)) continue;
        isTranslated = true;
        patchNodes(standIns);
      }
      for (const text of removedNodes) {
        if (!(text instanceof Text)) continue;
        // Replaced in one step, or the element was put beside the text before that was removed.
        const font = [...addedNodes, previousSibling, nextSibling].find(
          (node) => isFont(node) && target.contains(node),
        );
        if (font) standIns.set(text, font as Element);
      }
    }
  };
  new MutationObserver(follow).observe(root, { childList: true, subtree: true });
}

const isFont = (node: Node | null): boolean => node?.nodeName === "FONT";

function patchNodes(standIns: WeakMap<Node, Element>): void {
  /** Returns what the parent has in place of a node: what shows it, or the element that it was moved into. */
  const inParent = (parent: Node, node: Node): Node | null => {
    let place: Node | null = node.isConnected ? node : (standIns.get(node) ?? null);
    while (place && place.parentNode !== parent) place = place.parentNode;
    return place;
  };

  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    // Others of its sentence may have been moved along, so only what belongs to it goes.
    const shown = child.isConnected ? child : standIns.get(child);
    if (shown?.parentNode && this.contains(shown)) removeChild.call(shown.parentNode, shown);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    const place = before && before.parentNode !== this ? inParent(this, before) : before;
    return insertBefore.call(this, node, place) as T;
  };

  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...value,
    set(this: Text, text: string) {
      value?.set?.call(this, text);
      const standIn = standIns.get(this);
      if (standIn?.isConnected && !this.isConnected) standIn.replaceWith(this);
    },
  });
}
