import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { Guard } from "./guard.tsx";
import styles from "./in-sight.module.css";
import type { LatePart } from "./on-demand.tsx";
import { ErrorState } from "./states.tsx";

export interface InSightProps<P> {
  part: LatePart<P>;
  props: P;
  /** Where the address may lead to: the code comes at once then. */
  id: string;
  /** It does not wait until it is in sight: a part that few pages have. */
  early?: boolean;
  /** Stands there until the code is here, as tall as what comes. */
  waiting: ReactNode;
}

/** It is in sight above the window's last quarter: a first screen on which just its edge shows asks for nothing yet. */
const WINDOW = "0px 0px -25%";

/** A part of a page below what is seen first, whose code comes when it comes in sight. Without it, Retry asks again. */
export function InSight<P extends object>({ part, props, id, early, waiting }: InSightProps<P>) {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const [isSeen, setSeen] = useState(early || hash === `#${id}`);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!place.current || isSeen) return;
    const watch = new IntersectionObserver((seen) => setSeen(seen.some((one) => one.isIntersecting)), {
      rootMargin: WINDOW,
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isSeen]);
  const retry = () => {
    part.renew();
    setFailed(false);
  };
  const { Part } = part;
  return (
    <div id={id} className={styles.place} ref={place}>
      {!isSeen && waiting}
      {failed && <ErrorState onRetry={retry} />}
      {isSeen && !failed && (
        <Guard onFail={() => setFailed(true)}>
          <Suspense fallback={waiting}>
            <Part {...props} />
          </Suspense>
        </Guard>
      )}
    </div>
  );
}
