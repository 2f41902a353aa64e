import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { lazyPart } from "#web/ui/on-demand.tsx";
import { ClearsBox, ClearsPlaceholder } from "./clears-placeholder.tsx";
import type { ClearsSectionProps } from "./clears-section.tsx";

const section = lazyPart<ClearsSectionProps>(() => import("./clears-section.tsx"));

const fallback = (props: ClearsSectionProps) => (
  <ClearsBox>
    <ClearsPlaceholder {...props} />
  </ClearsBox>
);

/** A level's fastest clears. Loads its code when scrolled into view. */
export const LazyClears = (props: ClearsSectionProps) => (
  <LoadWhenVisible part={section} props={props} id="clears" fallback={fallback(props)} />
);
