/** Rows above and below the visible ones that are rendered as well, so scrolling shows no gaps. */
const MARGIN = 8;

export interface ScrollPosition {
  scrollTop: number;
  height: number;
}

/** The rows to render of a list with equal heights: from `from` up to but without `to`. */
export function visibleRows(
  count: number,
  rowHeight: number,
  { scrollTop, height }: ScrollPosition,
): { from: number; to: number } {
  const first = Math.floor(scrollTop / rowHeight);
  const last = Math.ceil((scrollTop + height) / rowHeight);
  const to = Math.min(count, last + MARGIN);
  return { from: Math.max(0, Math.min(first - MARGIN, to)), to };
}

/** Where to scroll so that a row can be seen: nowhere if it can be already. */
export function scrollTopFor(
  index: number,
  rowHeight: number,
  { scrollTop, height }: ScrollPosition,
): number {
  const top = index * rowHeight;
  if (top < scrollTop) return top;
  return top + rowHeight > scrollTop + height ? top + rowHeight - height : scrollTop;
}
