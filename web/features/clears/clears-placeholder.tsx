import type { ReactNode } from "react";
import { EmptyState } from "#web/components/empty-state.tsx";
import { PlayButton } from "#web/components/play/play-button.tsx";
import { formatCount, formatNumber } from "#web/lib/format.ts";
import { ordinal } from "#web/lib/ordinal.ts";
import { Section } from "#web/ui/page.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";

import styles from "./clears.module.css";
import { PODIUM_PLACES } from "./find-rival.ts";

export const clearsText = {
  title: "Best times",
  list: "Everyone's best time, fastest first",
  loading: "Loading clears",
  rank: (rank: number) => `#${formatNumber(rank)}`,
  free: (rank: number) => `${ordinal(rank)} place is still free`,
  times: (times: number) => formatCount(times, "clear"),
  checked: "Checked: we replayed this run.",
  watch: (username: string) => `Watch ${username}'s run`,
  race: (username: string) => `Race ${username}'s ghost`,
  watchWord: "Watch",
  raceWord: "Race",
  own: "Your best",
  /** Ranks outside the first ten begin at 11, also where there are fewer players. */
  ownRank: (rank: number, total: number) =>
    rank > total ? ordinal(rank) : `${ordinal(rank)} of ${formatNumber(total)}`,
  behind: (gap: string, rank: number) => `${gap} behind ${ordinal(rank)}`,
  fastest: "You hold the record!",
  roomsOnly: "Play in a room to get among the first ten.",
  beat: "Time to beat",
  beatHint: (username: string) => `Set by ${username}. Can you beat it?`,
  beatIt: "Beat it",
  raceOwn: "Race yourself",
  raceRecord: "Race the record",
  raceNext: (username: string) => `Race ${username}`,
  none: "No one has cleared this level yet",
  noneHint: "Be the first: your time goes right to the top.",
  unclearable: "Nothing to clear here",
  unclearableHint: "This level has no stars and no goal. Take your time and look around.",
  nonePage: "This page doesn't exist",
  all: (total: number) => `Show all ${formatNumber(total)}`,
  top: "Show only the fastest",
  pages: "Pages of clears",
} as const;

/** How many clears are shown before "Show all". */
export const TOP_CLEARS = 10;

export const ClearsBox = ({ children }: { children: ReactNode }) => (
  <div className={styles.box}>
    <Section heading={clearsText.title}>{children}</Section>
  </div>
);

interface NoClearsProps {
  level: { id: number; title: string };
  /** Whether the level can be cleared at all. */
  clearable?: boolean | undefined;
}

export const NoClears = ({ level, clearable = true }: NoClearsProps) => (
  <EmptyState
    pose={clearable ? "shrug" : "sit"}
    title={clearable ? clearsText.none : clearsText.unclearable}
    text={clearable ? clearsText.noneHint : clearsText.unclearableHint}
  >
    <PlayButton level={level} hasMenu={false} />
  </EmptyState>
);

const PLACES = Array.from({ length: PODIUM_PLACES }, (_, index) => index + 1);

/** Exactly as tall as the loaded list, so the comments below don't move while someone types. */
function ClearsSkeleton({ total }: { total: number }) {
  return (
    <div className={styles.skeleton}>
      <div className={styles.strip}>
        <Skeleton width="min(100%, 260px)" height={44} />
      </div>
      <div className={styles.list}>
        {PLACES.map((place) => (
          <div className={styles.step} data-place={place} key={place}>
            <div className={styles.block} />
          </div>
        ))}
        <Repeat times={Math.max(0, Math.min(total, TOP_CLEARS) - PODIUM_PLACES)}>
          <div className={styles.row}>
            <Skeleton width={34} height={26} />
            <span className={styles.user}>
              <Skeleton width="min(100%, 170px)" height={36} />
            </span>
            <Skeleton width={90} height={26} />
          </div>
        </Repeat>
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
