import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { loadChunk, sayNotLoaded } from "./chunks.ts";
import { Guard } from "./guard.tsx";

/** Something that lies over the page and whose code comes when it is first wanted. */
export interface LatePart<P> {
  Part: ComponentType<P>;
  /** Fetches the code early; that it failed shows when it is wanted. */
  preload: () => void;
  /** Forgets a failure, so that the next press tries again. */
  renew: () => void;
}

export function latePart<P>(load: () => Promise<{ default: ComponentType<P> }>): LatePart<P> {
  const make = () => lazy(() => loadChunk(load)) as unknown as ComponentType<P>;
  const late: LatePart<P> = {
    Part: make(),
    preload: () => void loadChunk(load).catch(() => undefined),
    renew: () => {
      late.Part = make();
    },
  };
  return late;
}

export interface OnDemandProps<P> {
  part: LatePart<P>;
  props: P;
  /** Stands there until the code is here. */
  waiting?: ReactNode;
}

/**
 * Shows a part that lies over the page. If its code can't be loaded, a message says why and the part closes; the page, with
 * all that was typed there, stays.
 */
export function OnDemand<P extends { onClose: () => void }>({ part, props, waiting }: OnDemandProps<P>) {
  const { Part } = part;
  const onFail = () => {
    part.renew();
    void sayNotLoaded();
    props.onClose();
  };
  return (
    <Guard onFail={onFail}>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </Guard>
  );
}
