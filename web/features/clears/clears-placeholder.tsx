import type { ReactNode } from "react";
import { clearsText as text } from "#web/text/clears.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./clears.module.css";

/** How many clears are shown before "Show all". */
export const TOP_CLEARS = 10;

/** The section around a level's clears. */
export const ClearsBox = ({ actions, children }: { actions?: ReactNode; children: ReactNode }) => (
  <div className={styles.box}>
    <Section heading={text.title} actions={actions}>
      {children}
    </Section>
  </div>
);

export const NoClears = () => <EmptyState art={<Bopi mood="wow" />} title={text.none} text={text.noneHint} />;

/** Exactly as tall as the loaded list, so the comments below don't move while someone types. */
function ClearsSkeleton({ total }: { total: number }) {
  return (
    <div className={styles.skeleton}>
      <div className={styles.list}>
        {Array.from({ length: Math.min(total, TOP_CLEARS) }, (_, row) => row).map((row) => (
          <div className={styles.row} key={row}>
            <Skeleton width={34} height={26} />
            <span className={styles.user}>
              <Skeleton width="min(100%, 170px)" height={36} />
            </span>
            <Skeleton width={90} height={26} />
            <span className={styles.more}>
              <Skeleton width={120} />
            </span>
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

/** Shown until the list loads; the number of clears is known from the level. */
export const ClearsPlaceholder = ({ total }: { total: number }) =>
  total ? <ClearsSkeleton total={total} /> : <NoClears />;
