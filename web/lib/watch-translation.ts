/**
 * Loads what a translated page needs (follow-translation.ts) once the browser puts its first `<font>` into the page. Most pages are
 * never translated, so the first screen doesn't have it. What changed meanwhile is handed over.
 */
export function watchTranslation(root: Node): void {
  let seen: MutationRecord[] | null = null;
  const observer = new MutationObserver((records) => {
    if (seen) return void seen.push(...records);
    if (!records.some(({ addedNodes }) => [...addedNodes].some(({ nodeName }) => nodeName === "FONT")))
      return;
    seen = records;
    import("./follow-translation.ts")
      .then(({ followTranslation }) => followTranslation(root, [...(seen ?? []), ...observer.takeRecords()]))
      // Offline, the page goes on without.
      .catch(() => {})
      .finally(() => observer.disconnect());
  });
  observer.observe(root, { childList: true, subtree: true });
}
