const NAME = /(?:^|[^\w@])@(\w{2,20})$/;
const MAX_LENGTH = 22;

/** Returns the @name being typed before the caret, or null. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | null {
  const typed = NAME.exec(text.slice(Math.max(0, caret - MAX_LENGTH), caret))?.[1];
  return typed ? { from: caret - typed.length - 1, typed } : null;
}
