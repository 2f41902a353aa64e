import { RotateCcw } from "lucide-react";
import { useEffect, useId, useState } from "react";
import type { Game } from "#web/game/game.ts";
import {
  DEFAULT_GAME_SETTINGS,
  GAME_CONTROLS,
  type GameControl,
  type GameSettings,
  HELD_CONTROLS,
  SETTING_RANGES,
  TEXT_SIZES,
} from "#web/game/game-settings.ts";
import { readPads } from "#web/game/input/pads.ts";
import { useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { Button } from "#web/ui/button.tsx";
import { SegmentedControl, Switch } from "#web/ui/checkbox.tsx";
import { Modal } from "#web/ui/modal.tsx";
import { BindingList } from "./binding-list.tsx";
import { bindingOf, buttonName, keyName } from "./key-names.ts";
import { hasUnknownPad } from "./other-pads.ts";
import { usePadNavigation } from "./pad-navigation.ts";
import { PadSetup } from "./pad-setup.tsx";
import styles from "./settings-modal.module.css";
import { playerText } from "./text/player.ts";
import { playerSettingsText } from "./text/player-settings.ts";
import { roomPeopleText } from "./text/room.ts";
import { useGameState } from "./use-game-state.ts";

interface SliderProps {
  label: string;
  value: number;
  range: readonly [number, number];
  step: number;
  format: (value: number) => string;
  onChange: (value: number) => void;
}

/** A number on a scale. */
function Slider({ label, value, range: [min, max], step, format, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className={styles.slider}>
      <label htmlFor={id}>{label}</label>
      <output htmlFor={id}>{format(value)}</output>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  );
}

/** Controls that a player alone in a level uses. */
const SOLO_CONTROLS: readonly GameControl[] = [
  ...HELD_CONTROLS,
  "respawn",
  "restart",
  "menu",
  "fullscreen",
  "sound",
];
/** A gamepad's sticks move and look. */
const isOfPad = (control: GameControl) => !/^(forward|back|left|right|walk|look_|turn_)/.test(control);

const SECTIONS = ["controls", "view", "sound", "access"] as const;
const DEVICES = ["keys", "pad", "touch"] as const;
type Device = (typeof DEVICES)[number];

const options = <const T extends string>(values: readonly T[], labels: Record<NoInfer<T>, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

/** Reads the next key that is pressed, before anything else sees it. */
function listenToKeys(onBinding: (binding: string) => void): () => void {
  const onKey = (event: KeyboardEvent) => {
    // Tab is no key of the game, and leads on.
    if (["Delete", "Backspace", "Escape", "Tab"].includes(event.code)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    // Shift is only a key of its own when it's let go without another.
    if (event.type === "keydown" ? !event.code.startsWith("Shift") : event.code.startsWith("Shift"))
      onBinding(bindingOf(event));
  };
  window.addEventListener("keydown", onKey, true);
  window.addEventListener("keyup", onKey, true);
  return () => {
    window.removeEventListener("keydown", onKey, true);
    window.removeEventListener("keyup", onKey, true);
  };
}

/** Reads the next gamepad button that is pressed. */
function listenToPads(onBinding: (binding: number) => void): () => void {
  const pressed = () =>
    readPads().map((pad) => new Set(pad ? [...pad.down.keys()].filter((i) => pad.down[i]) : []));
  let before = pressed();
  let frame = 0;
  const read = () => {
    const now = pressed();
    const button = now.flatMap((down, i) => [...down].filter((one) => !before[i]?.has(one)))[0];
    before = now;
    if (button === undefined) frame = requestAnimationFrame(read);
    else onBinding(button);
  };
  frame = requestAnimationFrame(read);
  return () => cancelAnimationFrame(frame);
}

interface SectionProps {
  settings: GameSettings;
  change: (values: Partial<GameSettings>) => void;
  /** The level is played with others. */
  hasRoom: boolean;
}

function Controls({ settings, change, hasRoom, device: initial }: SectionProps & { device: Device }) {
  const [device, setDevice] = useState<Device>(initial);
  const layout = useKeyboardLayout();
  const { keys, pad } = settings;
  const controls = hasRoom ? GAME_CONTROLS : SOLO_CONTROLS;
  const text = playerSettingsText;
  return (
    <>
      <SegmentedControl
        label={text.device}
        options={options(DEVICES, text.devices)}
        value={device}
        onChange={setDevice}
      />
      <div className={styles.columns}>
        <Slider
          label={text.sensitivity}
          value={settings.sensitivity}
          range={SETTING_RANGES.sensitivity}
          step={0.1}
          format={text.times}
          onChange={(sensitivity) => change({ sensitivity })}
        />
        {device === "pad" && (
          <Slider
            label={text.deadZone}
            value={settings.padDeadZone}
            range={SETTING_RANGES.padDeadZone}
            step={0.05}
            format={text.percent}
            onChange={(padDeadZone) => change({ padDeadZone })}
          />
        )}
        {device === "keys" && (
          <SegmentedControl
            label={text.mouse}
            options={options(["drag", "lock"], text.mouses)}
            value={settings.mouse}
            onChange={(mouse) => change({ mouse })}
          />
        )}
        {device === "touch" && (
          <SegmentedControl
            label={text.touchSide}
            options={options(["left", "right"], text.touchSides)}
            value={settings.touchSide}
            onChange={(touchSide) => change({ touchSide })}
          />
        )}
        <Switch label={text.invertY} checked={settings.invertY} onChange={(invertY) => change({ invertY })} />
        {device === "keys" && (
          <>
            <Switch
              label={text.toggleWalk}
              hint={text.toggleWalkHint}
              checked={settings.toggleWalk}
              onChange={(toggleWalk) => change({ toggleWalk })}
            />
            <Switch
              label={text.toggleForward}
              hint={text.toggleForwardHint}
              checked={settings.toggleForward}
              onChange={(toggleForward) => change({ toggleForward })}
            />
          </>
        )}
      </div>
      {device === "keys" && (
        <BindingList
          key="keys"
          bindings={keys}
          controls={controls}
          name={(binding) => keyName(binding, layout)}
          hint={text.listening.keys}
          prompt={text.pressKey}
          listen={listenToKeys}
          onChange={(bindings) => change({ keys: bindings })}
        />
      )}
      {device === "pad" && (
        <>
          <p className={styles.note}>{text.noPad}</p>
          <PadSetup settings={settings} change={change} />
          <BindingList
            key="pad"
            bindings={pad}
            controls={controls.filter(isOfPad)}
            name={buttonName}
            hint={text.listening.pad}
            prompt={text.pressButton}
            listen={listenToPads}
            onChange={(bindings) => change({ pad: bindings })}
          />
        </>
      )}
      {device !== "touch" && (
        <div>
          <Button
            size="s"
            icon={RotateCcw}
            onClick={() =>
              change(
                device === "keys" ? { keys: DEFAULT_GAME_SETTINGS.keys } : { pad: DEFAULT_GAME_SETTINGS.pad },
              )
            }
          >
            {text.reset}
          </Button>
        </div>
      )}
    </>
  );
}

function View({ settings, change, hasRoom, game }: SectionProps & { game: Game }) {
  const fps = useGameState(game, (state) => Math.round(state.fps));
  const tier = useGameState(game, (state) => state.tier);
  const text = playerSettingsText;
  return (
    <>
      <SegmentedControl
        label={text.tier}
        options={options(["auto", "low", "medium", "high"], text.tiers)}
        value={settings.tier}
        onChange={(chosen) => change({ tier: chosen })}
      />
      <p className={styles.note}>
        {settings.tier === "auto" && `${text.autoTier(text.tiers[tier])} `}
        {fps > 0 && playerText.fps(fps)}
      </p>
      <div className={styles.columns}>
        <Slider
          label={text.fieldOfView}
          value={settings.fieldOfView}
          range={SETTING_RANGES.fieldOfView}
          step={5}
          format={text.degrees}
          onChange={(fieldOfView) => change({ fieldOfView })}
        />
        <Switch
          label={text.autoCamera}
          hint={text.autoCameraHint}
          checked={settings.autoCamera}
          onChange={(autoCamera) => change({ autoCamera })}
        />
        <Switch label={text.shake} checked={settings.shake} onChange={(shake) => change({ shake })} />
        {hasRoom && (
          <Switch
            label={roomPeopleText.hideOthers}
            hint={roomPeopleText.hideOthersHint}
            checked={settings.hideOthers}
            onChange={(hideOthers) => change({ hideOthers })}
          />
        )}
      </div>
    </>
  );
}

function Sound({ settings, change }: Omit<SectionProps, "hasRoom">) {
  const text = playerSettingsText;
  return (
    <div className={styles.columns}>
      <Slider
        label={text.volume}
        value={settings.volume}
        range={SETTING_RANGES.volume}
        step={0.05}
        format={text.percent}
        onChange={(volume) => change({ volume, muted: false })}
      />
      <Switch label={text.muted} checked={settings.muted} onChange={(muted) => change({ muted })} />
      <Switch
        label={text.captions}
        hint={text.captionsHint}
        checked={settings.captions}
        onChange={(captions) => change({ captions })}
      />
    </div>
  );
}

function Access({ settings, change }: Omit<SectionProps, "hasRoom">) {
  const text = playerSettingsText;
  const sizes = TEXT_SIZES.map(String) as (keyof typeof text.textSizes)[];
  return (
    <div className={styles.columns}>
      <SegmentedControl
        label={text.textSize}
        options={options(sizes, text.textSizes)}
        value={`${settings.textSize}`}
        onChange={(size) => change({ textSize: Number(size) as GameSettings["textSize"] })}
      />
      <Switch
        label={text.captions}
        hint={text.captionsHint}
        checked={settings.captions}
        onChange={(captions) => change({ captions })}
      />
      <Switch
        label={text.reducedMotion}
        hint={text.reducedMotionHint}
        checked={settings.reducedMotion}
        onChange={(reducedMotion) => change({ reducedMotion })}
      />
      <Switch label={text.shake} checked={settings.shake} onChange={(shake) => change({ shake })} />
      <Switch label={text.hints} checked={settings.hints} onChange={(hints) => change({ hints })} />
    </div>
  );
}

export interface SettingsModalProps extends SectionProps {
  game: Game;
  onClose: () => void;
}

/** The player's settings. Each change is applied at once and kept on this device. */
export default function SettingsModal({ game, settings, hasRoom, change, onClose }: SettingsModalProps) {
  const [section, setSection] = useState<(typeof SECTIONS)[number]>("controls");
  const [device] = useState<Device>(() => (hasUnknownPad(settings) ? "pad" : game.state.get().device));
  const text = playerSettingsText;
  usePadNavigation("[data-modal]", onClose);
  // The modal scrolls back to its top with each section.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per section
  useEffect(() => {
    document.querySelector("[data-modal]")?.scrollTo(0, 0);
  }, [section]);
  return (
    <Modal open wide alignTop title={text.title} text={text.perDevice} onClose={onClose}>
      <SegmentedControl
        label={text.section}
        hideLabel
        options={options(SECTIONS, text.sections)}
        value={section}
        onChange={setSection}
      />
      <div className={styles.section}>
        {section === "controls" && (
          <Controls settings={settings} change={change} hasRoom={hasRoom} device={device} />
        )}
        {section === "view" && <View settings={settings} change={change} hasRoom={hasRoom} game={game} />}
        {section === "sound" && <Sound settings={settings} change={change} />}
        {section === "access" && <Access settings={settings} change={change} />}
      </div>
    </Modal>
  );
}
