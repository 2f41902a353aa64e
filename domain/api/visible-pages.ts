/** Page numbers to show: all when fewer than 6; otherwise first, last and the neighbours, with gaps. */
export function visiblePages(page: number, last: number): (number | "gap")[] {
  if (last < 6) return Array.from({ length: last }, (_, i) => i + 1);
  const wanted = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((n, i) => (n - (pages[i - 1] ?? 0) > 1 ? ["gap" as const, n] : [n]));
}
