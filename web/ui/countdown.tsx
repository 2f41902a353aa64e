import { useEffect, useEffectEvent, useState } from "react";
import { endOfNewYorkDay } from "#domain/new-york.ts";
import { timeLeft, untilNextTick } from "#domain/time-left.ts";
import { onClockChange, serverTime } from "#web/lib/server-clock.ts";
import styles from "./countdown.module.css";
import { controlsText } from "./text/controls.ts";

const UNITS = ["days", "hours", "minutes", "seconds"] as const;
const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Returns the time left until `end`, updated every second. Calls `onEnd` once when it has passed. */
function useTimeLeft(end: number, onEnd: (() => void) | undefined) {
  const [now, setNow] = useState(() => serverTime());
  const left = timeLeft(end, now);
  const hasEnded = left === null;
  useEffect(() => {
    if (hasEnded) return;
    // 5 ms late, so the second that has just begun is the one that shows.
    const timer = setTimeout(() => setNow(serverTime()), untilNextTick(end, serverTime()) + 5);
    return () => clearTimeout(timer);
  });
  useEffect(() => {
    const update = () => setNow(serverTime());
    update();
    return onClockChange(update);
  }, []);
  const notifyEnd = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    if (hasEnded) notifyEnd();
  }, [hasEnded]);
  return left;
}

export interface CountdownProps {
  /** The last day, YYYY-MM-DD. The countdown ends when that day ends in New York. */
  endDay: string;
  /** Introduces the countdown: "A new challenge in". */
  label: string;
  /** Called once when the countdown has ended, also if it had ended before mounting. */
  onEnd?: (() => void) | undefined;
}

/** Counts down to the end of a day in seconds. Screen readers get minutes, and only on request. */
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
              <b>{unit === "days" ? left.days : twoDigits(left[unit])}</b>
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
