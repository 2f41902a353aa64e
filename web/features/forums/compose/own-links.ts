const SHOWN = /^\/(levels|items)\/(\d{1,12})\/?$/;

/** A pasted address of a level or an item of this site as its path, which is shown as a card; anything else stays. */
export function asPath(pasted: string, origin: string): string {
  const text = pasted.trim();
  if (/\s/.test(text) || !text.startsWith(`${origin}/`)) return pasted;
  try {
    const [, kind, id] = SHOWN.exec(new URL(text).pathname) ?? [];
    return kind ? `/${kind}/${id}` : pasted;
  } catch {
    return pasted;
  }
}
