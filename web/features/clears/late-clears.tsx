import { InSight } from "#web/ui/in-sight.tsx";
import { latePart } from "#web/ui/on-demand.tsx";
import type { ClearsSectionProps } from "./clears-section.tsx";
import { ClearsBox, ClearsToCome } from "./clears-waiting.tsx";

const section = latePart<ClearsSectionProps>(() => import("./clears-section.tsx"));

const waiting = (total: number) => (
  <ClearsBox>
    <ClearsToCome total={total} />
  </ClearsBox>
);

/** A level's fastest clears, below what is seen first: the code comes when they come in sight. */
export const LateClears = (props: ClearsSectionProps) => (
  <InSight part={section} props={props} id="clears" waiting={waiting(props.total)} />
);
