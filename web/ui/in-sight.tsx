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

/**
 * It is in sight where it reaches above the window's last quarter, or is there as a whole: a first screen on which just its
 * edge shows asks for nothing yet.
 */
const IN_SIGHT: IntersectionObserverInit[] = [{ rootMargin: "0px 0px -25%" }, { threshold: 0.99 }];

/** A part of a page below what is seen first, whose code comes when it comes in sight. Without it, Retry asks again. */
export function InSight<P extends object>({ part, props, id, early, waiting }: InSightProps<P>) {
  const place = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const [isSeen, setSeen] = useState(early || hash === `#${id}`);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (!current || isSeen) return;
    const watches = IN_SIGHT.map((sight) => {
      const watch = new IntersectionObserver((seen) => {
        const enough = watch.thresholds[0] ?? 0;
        if (seen.some((one) => one.isIntersecting && one.intersectionRatio >= enough)) setSeen(true);
      }, sight);
      watch.observe(current);
      return watch;
    });
    return () => {
      for (const watch of watches) watch.disconnect();
    };
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
