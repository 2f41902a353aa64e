const NAME = /(?:^|[^\w@])@(\w{2,20})$/;
const LONGEST = 22;

/** The name that is being typed before the caret, after its @. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | null {
  const typed = NAME.exec(text.slice(Math.max(0, caret - LONGEST), caret))?.[1];
  return typed ? { from: caret - typed.length - 1, typed } : null;
}
