import { lazy, Suspense, useEffect, useState } from "react";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import type { EventDetailsProps } from "./event-details.tsx";
import { EventStage } from "./event-stage.tsx";

const EventDetails = lazy(() => import("./event-details.tsx"));

/** Events of a visitor who has seen the first screen. */
const FIRST_INPUTS = ["pointermove", "pointerdown", "scroll", "keydown"] as const;

/** Returns whether the visitor has moved, scrolled or pressed anything yet. */
function useFirstInput(): boolean {
  const [hasInput, setInput] = useState(false);
  useEffect(() => {
    if (hasInput) return;
    const onInput = () => setInput(true);
    for (const type of FIRST_INPUTS) window.addEventListener(type, onInput, { passive: true });
    return () => {
      for (const type of FIRST_INPUTS) window.removeEventListener(type, onInput);
    };
  }, [hasInput]);
  return hasInput;
}

/** The current event for visitors. Its details load with the first input. */
export function EventSlot(props: EventDetailsProps) {
  const hasInput = useFirstInput();
  return (
    <EventStage event={props.event}>
      {hasInput && (
        <SilentErrorBoundary onFail={() => {}}>
          <Suspense>
            <EventDetails {...props} />
          </Suspense>
        </SilentErrorBoundary>
      )}
    </EventStage>
  );
}
