import { lazy, Suspense } from "react";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { EmoticonText } from "./emoticon-text.tsx";
import { mayHaveMarkup } from "./sanitise.ts";

const AsTyped = ({ body }: { body: string }) => <EmoticonText text={body} />;

// React shows any text as text: a sanitiser that can't be fetched must not take the page down.
const Sanitised = lazy(() => import("./sanitised.tsx").catch(() => ({ default: AsTyped })));

/** What a comment says: sanitised first, then the emoticons are put in. */
export function CommentBody({ body }: { body: string }) {
  if (!mayHaveMarkup(body)) return <AsTyped body={body} />;
  return (
    <Suspense fallback={<SkeletonText lines={1} />}>
      <Sanitised body={body} />
    </Suspense>
  );
}
