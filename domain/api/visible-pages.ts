/** Page numbers to show: all if there are fewer than 6, else the first, the last and the nearest, with gaps. */
export function visiblePages(page: number, last: number): (number | "gap")[] {
  if (last < 6) return Array.from({ length: last }, (_, i) => i + 1);
  const candidates = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last);
  const pages = [...new Set(candidates)].sort((a, b) => a - b);
  return pages.flatMap((n, i) => (n - (pages[i - 1] ?? 0) > 1 ? ["gap" as const, n] : [n]));
}
