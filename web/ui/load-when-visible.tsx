import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import styles from "./load-when-visible.module.css";
import type { LazyPart } from "./on-demand.tsx";
import { SilentErrorBoundary } from "./silent-error-boundary.tsx";
import { ErrorState } from "./states.tsx";

export interface LoadWhenVisibleProps<P> {
  part: LazyPart<P>;
  props: P;
  /** The element's id. If the URL's hash points to it, the code loads immediately. */
  id: string;
  /** Loads the code immediately, for parts that few pages have. */
  eager?: boolean;
  /** Shown until the code is loaded, with the height of the part. */
  fallback: ReactNode;
}

/** A part that reaches above the bottom quarter of the viewport, or is visible as a whole, loads at once. */
const VISIBILITY: IntersectionObserverInit[] = [{ rootMargin: "0px 0px -25%" }, { threshold: 0.99 }];
/** One of which only the edge shows loads after the first screen, so that its placeholder doesn't stay. */
const EDGE_DELAY_MS = 1_000;

/** A part of a page below the first screen. Its code loads when it is in view; on failure, a Retry button shows. */
export function LoadWhenVisible<P extends object>(options: LoadWhenVisibleProps<P>) {
  const { part, props, id, eager, fallback } = options;
  const container = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();
  const [isVisible, setVisible] = useState(eager || hash === `#${id}`);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const { current } = container;
    if (!current || isVisible) return;
    const observers = VISIBILITY.map((options) => {
      const observer = new IntersectionObserver((entries) => {
        const enough = observer.thresholds[0] ?? 0;
        if (entries.some((entry) => entry.isIntersecting && entry.intersectionRatio >= enough))
          setVisible(true);
      }, options);
      observer.observe(current);
      return observer;
    });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const edge = new IntersectionObserver((entries) => {
      clearTimeout(timer);
      if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setVisible(true), EDGE_DELAY_MS);
    });
    edge.observe(current);
    return () => {
      clearTimeout(timer);
      for (const observer of [...observers, edge]) observer.disconnect();
    };
  }, [isVisible]);
  const retry = () => {
    part.reset();
    setFailed(false);
  };
  const { Part } = part;
  const waiting = <div data-waiting>{fallback}</div>;
  return (
    <div id={id} className={styles.container} ref={container}>
      {!isVisible && waiting}
      {failed && <ErrorState onRetry={retry} />}
      {isVisible && !failed && (
        <SilentErrorBoundary onFail={() => setFailed(true)}>
          <Suspense fallback={waiting}>
            <Part {...props} />
          </Suspense>
        </SilentErrorBoundary>
      )}
    </div>
  );
}
