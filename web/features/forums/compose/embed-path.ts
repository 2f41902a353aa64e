const EMBEDDABLE = /^\/(levels|items)\/(\d{1,12})\/?$/;

/** Returns the path of a pasted level or item URL of this site, which renders as a card. Returns anything else unchanged. */
export function embedPathOf(pasted: string, origin: string): string {
  const text = pasted.trim();
  if (/\s/.test(text) || !text.startsWith(`${origin}/`)) return pasted;
  try {
    const [, kind, id] = EMBEDDABLE.exec(new URL(text).pathname) ?? [];
    return kind ? `/${kind}/${id}` : pasted;
  } catch {
    return pasted;
  }
}
