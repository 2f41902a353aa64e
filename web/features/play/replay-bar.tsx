import { Pause, Play, Swords, Video, X } from "lucide-react";
import { useSyncExternalStore } from "react";
import type { ReplayControls } from "#web/game/game.ts";
import type { ReplaySpeed } from "#web/game/game-state.ts";
import { cx } from "#web/ui/cx.ts";
import { HudButton } from "./hud-button.tsx";
import { playClock } from "./play-clock.ts";
import styles from "./replay-bar.module.css";
import { replayText } from "./text/finish.ts";

const SPEEDS: readonly ReplaySpeed[] = [0.5, 1, 2];
/** The bits of an input: see domain/sim/input.ts. */
const DIRECTION = 255;
const STRENGTH = 15 << 8;
const JUMP = 4096;

/** Shows an input: an arrow to where the player steers, and whether they jump. */
function InputDial({ input }: { input: number }) {
  const angle = ((input & DIRECTION) * 360) / 256;
  const isMoving = (input & STRENGTH) !== 0;
  const isJumping = (input & JUMP) !== 0;
  return (
    <div className={styles.input} aria-hidden>
      <svg className={styles.dial} viewBox="-24 -24 48 48" aria-hidden="true">
        <circle r="21" />
        {isMoving ? (
          <path d="M0 17L9 -2H-9zM-3.5 -2h7v-12h-7z" transform={`rotate(${-angle})`} />
        ) : (
          <path d="M-4 0a4 4 0 108 0a4 4 0 10-8 0" />
        )}
      </svg>
      <span className={cx(styles.jump, isJumping && styles.pressed)}>{replayText.jump}</span>
    </div>
  );
}

export interface ReplayBarProps {
  /** Name of the player who made the run; null for the user. */
  owner: string | null;
  time: string;
  controls: ReplayControls;
  /** Absent for a run that is already being raced or that isn't stored. */
  onRace?: (() => void) | undefined;
  onClose: () => void;
}

export default function ReplayBar({ owner, time, controls, onRace, onClose }: ReplayBarProps) {
  const { tick, ticks, speed, playing, freeCamera, input } = useSyncExternalStore(
    controls.state.subscribe,
    controls.state.get,
  );
  return (
    <>
      <h2 className={styles.name}>
        {owner === null ? replayText.ownHeading(time) : replayText.heading(owner, time)}
      </h2>
      <HudButton className={styles.close} icon={X} label={replayText.leave} onClick={onClose} />
      <fieldset
        className={styles.bar}
        aria-label={replayText.controls}
        data-replay={playing ? "playing" : "paused"}
      >
        <div className={styles.scrub}>
          <span>{playClock(tick)}</span>
          <input
            className={styles.slider}
            type="range"
            min={0}
            max={ticks}
            step={6}
            value={tick}
            aria-label={replayText.position}
            aria-valuetext={replayText.at(playClock(tick), playClock(ticks))}
            onChange={(event) => controls.seek(event.target.valueAsNumber)}
          />
          <span>{playClock(ticks)}</span>
        </div>
        <HudButton
          icon={playing ? Pause : Play}
          label={playing ? replayText.pause : replayText.play}
          onClick={() => {
            // Playing from the end begins again.
            if (!playing && tick >= ticks) controls.seek(0);
            controls.set({ playing: !playing });
          }}
        />
        <div className={styles.speeds} role="radiogroup" aria-label={replayText.speed}>
          {SPEEDS.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="replay-speed"
                checked={one === speed}
                onChange={() => controls.set({ speed: one })}
              />
              {replayText.speeds[`${one}`]}
            </label>
          ))}
        </div>
        <InputDial input={input} />
        <span className={styles.spacer} />
        <HudButton
          icon={Video}
          label={replayText.freeCamera}
          aria-pressed={freeCamera}
          onClick={() => controls.set({ freeCamera: !freeCamera })}
        />
        {onRace && <HudButton icon={Swords} label={replayText.race} wide onClick={onRace} />}
      </fieldset>
    </>
  );
}
