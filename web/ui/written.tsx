import { lazy, Suspense } from "react";
import { mayHaveMarkup } from "#web/lib/sanitise.ts";
import { EmoticonText, type EmoticonTextProps } from "./emoticon-text.tsx";
import { SkeletonText } from "./skeleton.tsx";

// React shows any text as text: a sanitiser that can't be fetched must not take the page down.
const Sanitised = lazy(() => import("./sanitised.tsx").catch(() => ({ default: EmoticonText })));

/** What somebody wrote: sanitised first, then the emoticons are put in. */
export function Written({ text, words }: EmoticonTextProps) {
  if (!mayHaveMarkup(text)) return <EmoticonText text={text} words={words} />;
  return (
    <Suspense fallback={<SkeletonText lines={1} />}>
      <Sanitised text={text} words={words} />
    </Suspense>
  );
}
