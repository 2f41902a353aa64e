import { useEffect, useEffectEvent, useState } from "react";
import { timeLeft, untilNextTick } from "#domain/countdown.ts";
import { endOfNewYorkDay } from "#domain/new-york.ts";
import { controlsText } from "#web/text/controls.ts";
import styles from "./countdown.module.css";

const UNITS = ["days", "hours", "minutes", "seconds"] as const;
const two = (value: number) => String(value).padStart(2, "0");

/** What remains until `end`, told anew with each second of it; `onEnd` hears once that nothing does. */
function useTimeLeft(end: number, onEnd: (() => void) | undefined) {
  const [now, setNow] = useState(Date.now);
  const left = timeLeft(end, now);
  const hasEnded = left === null;
  useEffect(() => {
    if (hasEnded) return;
    // A moment late rather than early: the second that begins is the one that shows.
    const timer = setTimeout(() => setNow(Date.now()), untilNextTick(end, Date.now()) + 5);
    return () => clearTimeout(timer);
  });
  const tell = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (hasEnded) tell();
  }, [hasEnded]);
  return left;
}

export interface CountdownProps {
  /** The last day, YYYY-MM-DD: it ends when that day ends in New York. */
  endDay: string;
  /** Says what ends: "A new challenge in". */
  label: string;
  /** Called once when it has ended, also when it had before. */
  onEnd?: (() => void) | undefined;
}

/** Counts down to the end of a day, second by second. Screen readers hear it to the minute, when they ask. */
export function Countdown({ endDay, label, onEnd }: CountdownProps) {
  const left = useTimeLeft(endOfNewYorkDay(endDay), onEnd);
  return (
    <div className={styles.countdown} role="timer" aria-live="off" aria-label={label}>
      <span className={styles.label} aria-hidden>
        {label}
      </span>
      <span className="sr-only">{left ? controlsText.timeLeft(left) : controlsText.ended}</span>
      {left ? (
        <span className={styles.units} aria-hidden>
          {UNITS.map((unit) => (
            <span key={unit} className={styles.unit}>
              <b>{unit === "days" ? left.days : two(left[unit])}</b>
              {controlsText.timeUnits[unit]}
            </span>
          ))}
        </span>
      ) : (
        <span className={styles.ended} aria-hidden>
          {controlsText.ended}
        </span>
      )}
    </div>
  );
}
