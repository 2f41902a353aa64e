import type { ReactNode } from "react";
import { clearsText as text } from "#web/text/clears.ts";
import { Bopi } from "#web/ui/bopi.tsx";
import { Section } from "#web/ui/page.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { EmptyState } from "#web/ui/states.tsx";
import styles from "./clears.module.css";

/** As many as are shown until one asks for all. */
export const TOP = 10;

/** The place of a level's clears. */
export const ClearsBox = ({ actions, children }: { actions?: ReactNode; children: ReactNode }) => (
  <div className={styles.box}>
    <Section heading={text.title} actions={actions}>
      {children}
    </Section>
  </div>
);

export const NoClears = () => <EmptyState art={<Bopi mood="wow" />} title={text.none} text={text.noneHint} />;

/** As many rows as are to come, and as tall: what stands below them, and who writes there, must not move. */
function ClearBones({ total }: { total: number }) {
  return (
    <div className={styles.bones}>
      <div className={styles.list}>
        {Array.from({ length: Math.min(total, TOP) }, (_, bone) => bone).map((bone) => (
          <div className={styles.row} key={bone}>
            <Skeleton width={34} height={26} />
            <span className={styles.who}>
              <Skeleton width="min(100%, 170px)" height={36} />
            </span>
            <Skeleton width={90} height={26} />
            <span className={styles.more}>
              <Skeleton width={120} />
            </span>
          </div>
        ))}
      </div>
      {total > TOP && (
        <p className={styles.acts}>
          <Skeleton width={170} height={40} />
        </p>
      )}
    </div>
  );
}

/** Stands there until the list is here: how many have cleared the level is known before. */
export const ClearsToCome = ({ total }: { total: number }) =>
  total ? <ClearBones total={total} /> : <NoClears />;
