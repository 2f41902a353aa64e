import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadChunk, toastLoadError } from "./chunks.ts";
import { SilentErrorBoundary } from "./silent-error-boundary.tsx";

/** A component whose code loads when it is first needed. */
export interface LazyPart<P> {
  Part: ComponentType<P>;
  /** Loads the code early. Errors show only when the component renders. */
  preload: () => void;
  /** Resets a failed load, so the next render tries again. */
  reset: () => void;
}

/** Declares a component whose code loads when it is first needed. */
export function lazyPart<P>(load: () => Promise<{ default: ComponentType<P> }>): LazyPart<P> {
  const make = () => lazy(() => loadChunk(load)) as unknown as ComponentType<P>;
  const part: LazyPart<P> = {
    Part: make(),
    preload: () => void loadChunk(load).catch(() => undefined),
    reset: () => {
      part.Part = make();
    },
  };
  return part;
}

export interface OnDemandProps<P> {
  part: LazyPart<P>;
  props: P;
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
}

/**
 * Renders an overlay. If its code can't be loaded, it closes and a toast shows why. The page and its input stay intact.
 */
export function OnDemand<P extends { onClose: () => void }>({ part, props, fallback }: OnDemandProps<P>) {
  const { Part } = part;
  const onFail = () => {
    part.reset();
    void toastLoadError();
    props.onClose();
  };
  return (
    <SilentErrorBoundary onFail={onFail}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </SilentErrorBoundary>
  );
}
