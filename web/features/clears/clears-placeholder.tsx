import { type ReactNode, useMemo } from "react";
import { PlayButton } from "#web/components/play/play-button.tsx";
import { PosedBopi } from "#web/components/posed-bopi.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./clears.module.css";
import { PODIUM_PLACES } from "./find-rival.ts";
import { clearsText as text } from "./text/clears.ts";

/** How many clears are shown before "Show all". */
export const TOP_CLEARS = 10;

/** The section around a level's clears. */
export const ClearsBox = ({ children }: { children: ReactNode }) => (
  <div className={styles.box}>
    <Section heading={text.title}>{children}</Section>
  </div>
);

interface NoClearsProps {
  level: { id: number; title: string };
  /** Whether the level can be cleared at all. */
  clearable?: boolean | undefined;
}

export const NoClears = ({ level, clearable = true }: NoClearsProps) => (
  <EmptyState
    art={<PosedBopi pose={clearable ? "shrug" : "sit"} />}
    title={clearable ? text.none : text.unclearable}
    text={clearable ? text.noneHint : text.unclearableHint}
  >
    <PlayButton level={level} hasMenu={false} />
  </EmptyState>
);

const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** Exactly as tall as the loaded list, so the comments below don't move while someone types. */
function ClearsSkeleton({ total }: { total: number }) {
  const rows = useMemo(() => range(PODIUM_PLACES + 1, Math.min(total, TOP_CLEARS)), [total]);
  return (
    <div className={styles.skeleton}>
      <div className={styles.strip}>
        <Skeleton width="min(100%, 260px)" height={44} />
      </div>
      <div className={styles.list}>
        {range(1, PODIUM_PLACES).map((place) => (
          <div className={styles.step} data-place={place} key={place}>
            <div className={styles.block} />
          </div>
        ))}
        {rows.map((row) => (
          <div className={styles.row} key={row}>
            <Skeleton width={34} height={26} />
            <span className={styles.user}>
              <Skeleton width="min(100%, 170px)" height={36} />
            </span>
            <Skeleton width={90} height={26} />
          </div>
        ))}
      </div>
      {total > TOP_CLEARS && (
        <p className={styles.actions}>
          <Skeleton width={170} height={40} />
        </p>
      )}
    </div>
  );
}

interface ClearsPlaceholderProps {
  level: { id: number; title: string };
  total: number;
}

/** Shown until the list loads; the number of clears is known from the level. */
export const ClearsPlaceholder = ({ level, total }: ClearsPlaceholderProps) =>
  total ? <ClearsSkeleton total={total} /> : <NoClears level={level} />;
