import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** So close to the end counts as there: a line of text more or less. */
const NEAR = 40;
/** So close to the start older messages are asked for. */
const EARLY = 300;

interface Anchor {
  key: string;
  top: number;
}

const rowsOf = (box: HTMLElement) => box.querySelectorAll<HTMLElement>("[data-key]");

const sizeOf = ({ scrollHeight, clientHeight, clientWidth }: HTMLElement) =>
  `${scrollHeight} ${clientHeight} ${clientWidth}`;

/** The first row in sight, and where in the box it stands. */
function findAnchor(box: HTMLElement): Anchor | null {
  for (const row of rowsOf(box)) {
    const top = row.offsetTop - box.scrollTop;
    if (top + row.offsetHeight > 0) return { key: row.dataset.key ?? "", top };
  }
  return null;
}

/**
 * Keeps a box of messages where its reader is: at its end, where new ones appear, or with the row they read in its place
 * while others come in above and below.
 */
export function useScroll(box: RefObject<HTMLElement | null>, onNearStart: () => void) {
  const [atEnd, setAtEnd] = useState(true);
  const end = useRef(true);
  const anchor = useRef<Anchor | null>(null);
  const size = useRef("");

  const look = () => {
    const { current } = box;
    if (!current) return;
    end.current = current.scrollHeight - current.scrollTop - current.clientHeight < NEAR;
    anchor.current = findAnchor(current);
    setAtEnd(end.current);
    if (current.scrollTop < EARLY) onNearStart();
  };

  const settle = () => {
    const { current } = box;
    // Where nothing has grown or shrunk, a reader who scrolls is not held up.
    if (!current || size.current === sizeOf(current)) return;
    size.current = sizeOf(current);
    const kept = anchor.current;
    if (end.current) current.scrollTop = current.scrollHeight;
    else if (kept) {
      const row = [...rowsOf(current)].find(({ dataset }) => dataset.key === kept.key);
      if (row) current.scrollTop = row.offsetTop - kept.top;
    }
  };

  // After every change, before it is seen.
  useLayoutEffect(settle);

  // What changes its size by itself (the window, the keyboard of a phone) moves nothing either.
  const settled = useRef(settle);
  settled.current = settle;
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    const observer = new ResizeObserver(() => settled.current());
    observer.observe(current);
    for (const child of current.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);

  const toEnd = () => {
    end.current = true;
    setAtEnd(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  };
  /** Brings a row into the middle; answers it, if it is here. */
  const toRow = (key: string): HTMLElement | null => {
    const { current } = box;
    const row = current && [...rowsOf(current)].find(({ dataset }) => dataset.key === key);
    if (!current || !row) return null;
    end.current = false;
    current.scrollTop = row.offsetTop - (current.clientHeight - row.offsetHeight) / 2;
    look();
    return row;
  };
  return { atEnd, onScroll: look, toEnd, toRow };
}
