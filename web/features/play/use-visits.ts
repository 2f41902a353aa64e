import { useEffect, useState } from "react";
import { visitRoute } from "#domain/runs/api.ts";
import type { GamePhase } from "#web/game/game-state.ts";
import { call } from "#web/lib/api.ts";
import { useUser } from "#web/lib/user.ts";

/** Counts the seconds that a level is played while its page is visible. */
export class VisitTimer {
  #since: number | null = null;
  #seconds = 0;
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  start(): void {
    this.#since ??= this.#now();
  }

  stop(): void {
    if (this.#since !== null) this.#seconds += (this.#now() - this.#since) / 1000;
    this.#since = null;
  }

  /** Returns the whole seconds since the last call, and starts from zero with the rest. */
  take(): number {
    const isRunning = this.#since !== null;
    this.stop();
    const whole = Math.floor(this.#seconds);
    this.#seconds -= whole;
    if (isRunning) this.start();
    return whole;
  }
}

/** Failed calls only make a visit shorter. */
const report = (id: number, seconds: number) =>
  void call(visitRoute, { params: { id }, input: { seconds } }).catch(() => undefined);

/** Reports how long a member plays the level. `isOn` is false in a room, which counts by itself. */
export function useVisits(levelId: number, phase: GamePhase, isOn: boolean): void {
  const isMember = useUser() !== null && isOn;
  const [timer] = useState(() => new VisitTimer());
  const isPlaying = isMember && phase !== "loading" && phase !== "watching";
  const isFinished = phase === "finished";

  useEffect(() => {
    if (isMember) report(levelId, 0);
  }, [isMember, levelId]);
  useEffect(() => {
    if (!isPlaying) return;
    const flush = () => {
      const seconds = timer.take();
      if (seconds > 0) report(levelId, seconds);
    };
    const update = () => {
      if (document.visibilityState === "visible") timer.start();
      else {
        timer.stop();
        flush();
      }
    };
    update();
    document.addEventListener("visibilitychange", update);
    window.addEventListener("pagehide", flush);
    return () => {
      document.removeEventListener("visibilitychange", update);
      window.removeEventListener("pagehide", flush);
      timer.stop();
      flush();
    };
  }, [isPlaying, levelId, timer]);
  useEffect(() => {
    if (!isFinished || !isMember) return;
    const seconds = timer.take();
    if (seconds > 0) report(levelId, seconds);
  }, [isFinished, isMember, levelId, timer]);
}
