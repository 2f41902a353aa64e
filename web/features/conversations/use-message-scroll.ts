import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Distance to the end that still counts as the end: about one line of text. */
const END_TOLERANCE_PX = 40;
/** Distance to the start at which older messages are loaded. */
const LOAD_AHEAD_PX = 300;

interface Anchor {
  key: string;
  top: number;
}

const rowsOf = (box: HTMLElement) => box.querySelectorAll<HTMLElement>("[data-key]");

const sizeOf = ({ scrollHeight, clientHeight, clientWidth }: HTMLElement) =>
  `${scrollHeight} ${clientHeight} ${clientWidth}`;

/** Returns the first visible row and its position in the box. */
function findAnchor(box: HTMLElement): Anchor | null {
  for (const row of rowsOf(box)) {
    const top = row.offsetTop - box.scrollTop;
    if (top + row.offsetHeight > 0) return { key: row.dataset.key ?? "", top };
  }
  return null;
}

/** Stays at the end, or leaves the row that is being read in place while messages load above and below. */
export function useMessageScroll(box: RefObject<HTMLElement | null>, onNearStart: () => void) {
  const [atEnd, setAtEnd] = useState(true);
  const end = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const size = useRef("");

  const update = () => {
    const { current } = box;
    if (!current) return;
    end.current = current.scrollHeight - current.scrollTop - current.clientHeight < END_TOLERANCE_PX;
    anchor.current = findAnchor(current);
    setAtEnd(end.current);
    if (current.scrollTop < LOAD_AHEAD_PX) onNearStart();
  };

  const restore = () => {
    const { current } = box;
    // Without a change of size this must not interfere with scrolling.
    if (!current || size.current === sizeOf(current)) return;
    size.current = sizeOf(current);
    const saved = anchor.current;
    if (end.current) current.scrollTop = current.scrollHeight;
    else if (saved) {
      const row = [...rowsOf(current)].find(({ dataset }) => dataset.key === saved.key);
      if (row) current.scrollTop = row.offsetTop - saved.top;
    }
  };

  // After every render, before the browser paints.
  useLayoutEffect(restore);

  // Also when the window or a phone's keyboard changes the size.
  const latestRestore = useRef(restore);
  latestRestore.current = restore;
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => latestRestore.current());
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);

  const toEnd = () => {
    end.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  /** Scrolls a row to the middle. Returns null if it isn't loaded. */
  const toRow = (key: string): HTMLElement | null => {
    const { current } = box;
    const row = current && [...rowsOf(current)].find(({ dataset }) => dataset.key === key);
    if (!current || !row) return null;
    end.current = false;
    current.scrollTop = row.offsetTop - (current.clientHeight - row.offsetHeight) / 2;
    update();
    return row;
  };
  return { atEnd, onScroll: update, toEnd, toRow };
}
