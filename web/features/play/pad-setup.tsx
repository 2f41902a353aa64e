import { Gamepad2 } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import {
  GAME_CONTROLS,
  type GameControl,
  type GameSettings,
  type PadMap,
  type PadPush,
} from "#web/game/game-settings.ts";
import { gamepads } from "#web/game/input/pads.ts";
import { useListener } from "#web/lib/listen.ts";
import { Button } from "#web/ui/button.tsx";
import { isOtherPad, newPush, padName } from "./other-pads.ts";
import styles from "./settings-modal.module.css";
import { playerSettingsText } from "./text/player-settings.ts";

const text = playerSettingsText.padSetup;

/** Both sticks, in the order in which they are asked for. */
const STICKS: readonly (readonly [PadPush, GameControl])[] = [
  ["a1-", "forward"],
  ["a1+", "back"],
  ["a0-", "left"],
  ["a0+", "right"],
  ["a2-", "turn_left"],
  ["a2+", "turn_right"],
  ["a3-", "look_up"],
  ["a3+", "look_down"],
];
const BACK: PadPush = "b1";

/** The pushes that a player is prompted for, one after the other. */
function stepsOf({ pad }: GameSettings): readonly { push: PadPush; label: string }[] {
  const { controls } = playerSettingsText;
  const sticks = STICKS.map(([push, control]) => ({ push, label: controls[control] }));
  const buttons = GAME_CONTROLS.flatMap((control) => {
    const [button] = pad[control];
    return button === undefined ? [] : [{ push: `b${button}` as const, label: controls[control] }];
  });
  return [...sticks, ...buttons, { push: BACK, label: text.back }];
}

function useOtherPads() {
  const read = () =>
    gamepads().flatMap((pad) => (pad && isOtherPad(pad) ? [{ id: pad.id, index: pad.index }] : []));
  const [pads, setPads] = useState(read);
  useListener(window, "gamepadconnected gamepaddisconnected", () => setPads(read()));
  return pads;
}

interface WizardProps {
  index: number;
  steps: ReturnType<typeof stepsOf>;
  onDone: (map: PadMap) => void;
  onCancel: () => void;
}

/** Asks for one push after the other. Each has to be let go before the next counts. */
function Wizard({ index, steps, onDone, onCancel }: WizardProps) {
  const [map, setMap] = useState<PadMap>({});
  const [at, setAt] = useState(0);
  const step = steps[at];
  const next = useEffectEvent((source: PadPush | null) => {
    const found = step && source ? { ...map, [step.push]: source } : map;
    setMap(found);
    if (at + 1 < steps.length) setAt(at + 1);
    else onDone(found);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step waits for a push of its own
  useEffect(() => {
    const base = gamepads()[index];
    let pushed: PadPush | null = null;
    let frame = 0;
    const read = () => {
      const now = gamepads()[index];
      const push = base && now ? newPush(base, now) : null;
      if (pushed !== null && push === null) return next(pushed);
      pushed ??= push;
      frame = requestAnimationFrame(read);
    };
    frame = requestAnimationFrame(read);
    return () => cancelAnimationFrame(frame);
  }, [at, index]);
  if (!step) return null;
  return (
    <div className={styles.setup}>
      <p role="status">
        <strong>{text.push(step.label)}</strong>{" "}
        <span className={styles.note}>{text.step(at + 1, steps.length)}</span>
      </p>
      <div className={styles.setupActions}>
        <Button size="s" onClick={() => next(null)}>
          {text.skip}
        </Button>
        <Button size="s" onClick={() => onDone(map)}>
          {text.finish}
        </Button>
        <Button size="s" variant="quiet" onClick={onCancel}>
          {text.cancel}
        </Button>
      </div>
    </div>
  );
}

interface PadSetupProps {
  settings: GameSettings;
  change: (values: Partial<GameSettings>) => void;
}

/** The connected gamepads whose layout is unknown. They do nothing until the player has pushed each action once. */
export function PadSetup({ settings, change }: PadSetupProps) {
  const pads = useOtherPads();
  const { padMaps } = settings;
  /** The gamepad that is set up, and what it had before. */
  const [active, setActive] = useState<{ id: string; index: number; before: PadMap | undefined } | null>(
    null,
  );
  const [message, setMessage] = useState("");
  const store = (id: string, map: PadMap | undefined) => {
    const { [id]: _, ...others } = padMaps;
    change({ padMaps: map ? { ...others, [id]: map } : others });
  };
  const begin = (id: string, index: number) => {
    setMessage("");
    setActive({ id, index, before: padMaps[id] });
    // Until it's set up, its pushes do nothing else.
    store(id, undefined);
  };
  const end = (map: PadMap | undefined, sentence: string) => {
    if (active) store(active.id, map && Object.keys(map).length > 0 ? map : undefined);
    setActive(null);
    setMessage(sentence);
  };
  if (pads.length === 0) return null;
  return (
    <>
      {pads.map(({ id, index }) =>
        active?.index === index ? (
          <Wizard
            key={index}
            index={index}
            steps={stepsOf(settings)}
            onDone={(map) => end(map, text.done(padName(id)))}
            onCancel={() => end(active.before, "")}
          />
        ) : (
          <div className={styles.setup} key={index}>
            <p>
              <strong>{padName(id)}</strong>{" "}
              <span className={styles.note}>{padMaps[id] ? text.known : text.unknown}</span>
            </p>
            <div className={styles.setupActions}>
              <Button
                size="s"
                variant={padMaps[id] ? "plain" : "primary"}
                icon={Gamepad2}
                disabled={active !== null}
                onClick={() => begin(id, index)}
              >
                {padMaps[id] ? text.again : text.begin}
              </Button>
            </div>
          </div>
        ),
      )}
      <p className={styles.message} role="status">
        {message}
      </p>
    </>
  );
}
