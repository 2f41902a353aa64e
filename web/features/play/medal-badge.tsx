import type { Run } from "#domain/runs/run.ts";
import styles from "./finish-panel.module.css";
import { finishText } from "./text/finish.ts";

/** Ribbon, metal and rim of each medal. */
const COLORS = {
  creator: ["#d8352a", "#ffc933", "#b97b00"],
  top_ten: ["#1f7fe0", "#ffd76a", "#b97b00"],
  best: ["#2f9e44", "#e3e7ee", "#8b93a1"],
} satisfies Record<NonNullable<Run["medal"]>, string[]>;

const STAR = "M24 22.5l3 6.2 6.8.9-5 4.7 1.3 6.7-6.1-3.3-6.1 3.3 1.3-6.7-5-4.7 6.8-.9z";

/** The medal of a run, with the reason for it. */
export function MedalBadge({ medal }: { medal: NonNullable<Run["medal"]> }) {
  const [ribbon, metal, rim] = COLORS[medal];
  return (
    <p className={styles.medal}>
      <svg viewBox="0 0 48 48" aria-hidden="true">
        <path d="M12 2h10l6 16-9 5z" fill={ribbon} />
        <path d="M36 2H26l-6 16 9 5z" fill={ribbon} opacity="0.75" />
        <circle cx="24" cy="31" r="15" fill={metal} stroke={rim} strokeWidth="2.5" />
        <path d={STAR} fill={rim} />
      </svg>
      {finishText.medals[medal]}
    </p>
  );
}
