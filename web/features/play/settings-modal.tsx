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
import { listen } from "#web/lib/listen.ts";
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
import { playerSettingsText as text } from "./text/player-settings.ts";
import { roomPeopleText } from "./text/room.ts";
import { useGameState } from "./use-game-state.ts";

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
  return listen(window, "keydown keyup", onKey, true);
}

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

interface SettingsProps {
  settings: GameSettings;
  change: (values: Partial<GameSettings>) => void;
}

interface SectionProps extends SettingsProps {
  /** The level is played with others. */
  hasRoom: boolean;
}

const SLIDERS = {
  sensitivity: { label: text.sensitivity, step: 0.1, format: text.times },
  padDeadZone: { label: text.deadZone, step: 0.05, format: text.percent },
  fieldOfView: { label: text.fieldOfView, step: 5, format: text.degrees },
  volume: { label: text.volume, step: 0.05, format: text.percent },
} as const;

function Slider({ name, settings, change }: SettingsProps & { name: keyof typeof SLIDERS }) {
  const id = useId();
  const { label, step, format } = SLIDERS[name];
  const [min, max] = SETTING_RANGES[name];
  const value = settings[name];
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
        onChange={({ target }) =>
          change({ [name]: target.valueAsNumber, ...(name === "volume" && { muted: false }) })
        }
      />
    </div>
  );
}

const { hideOthers, hideOthersHint } = roomPeopleText;
const switchText = { ...text, hideOthers, hideOthersHint };
type SwitchName = {
  [K in keyof GameSettings & keyof typeof switchText]: GameSettings[K] extends boolean ? K : never;
}[keyof GameSettings & keyof typeof switchText];
const switchHints: Partial<Record<`${SwitchName}Hint`, string>> = switchText;

/** A setting that is on or off. Its strings have its name. */
function SettingSwitch({ name, settings, change }: SettingsProps & { name: SwitchName }) {
  return (
    <Switch
      label={switchText[name]}
      hint={switchHints[`${name}Hint`]}
      checked={settings[name]}
      onChange={(on) => change({ [name]: on })}
    />
  );
}

function Controls({ settings, change, hasRoom, device: initial }: SectionProps & { device: Device }) {
  const [device, setDevice] = useState<Device>(initial);
  const layout = useKeyboardLayout();
  const { keys, pad } = settings;
  const controls = hasRoom ? GAME_CONTROLS : SOLO_CONTROLS;
  return (
    <>
      <SegmentedControl
        label={text.device}
        options={options(DEVICES, text.devices)}
        value={device}
        onChange={setDevice}
      />
      <div className={styles.columns}>
        <Slider name="sensitivity" settings={settings} change={change} />
        {device === "pad" && <Slider name="padDeadZone" settings={settings} change={change} />}
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
        <SettingSwitch name="invertY" settings={settings} change={change} />
        {device === "keys" && (
          <>
            <SettingSwitch name="toggleWalk" settings={settings} change={change} />
            <SettingSwitch name="toggleForward" settings={settings} change={change} />
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
        <Slider name="fieldOfView" settings={settings} change={change} />
        <SettingSwitch name="autoCamera" settings={settings} change={change} />
        <SettingSwitch name="shake" settings={settings} change={change} />
        {hasRoom && <SettingSwitch name="hideOthers" settings={settings} change={change} />}
      </div>
    </>
  );
}

function Sound({ settings, change }: SettingsProps) {
  return (
    <div className={styles.columns}>
      <Slider name="volume" settings={settings} change={change} />
      <SettingSwitch name="muted" settings={settings} change={change} />
      <SettingSwitch name="captions" settings={settings} change={change} />
    </div>
  );
}

function Access({ settings, change }: SettingsProps) {
  const sizes = TEXT_SIZES.map(String) as (keyof typeof text.textSizes)[];
  return (
    <div className={styles.columns}>
      <SegmentedControl
        label={text.textSize}
        options={options(sizes, text.textSizes)}
        value={`${settings.textSize}`}
        onChange={(size) => change({ textSize: Number(size) as GameSettings["textSize"] })}
      />
      <SettingSwitch name="captions" settings={settings} change={change} />
      <SettingSwitch name="reducedMotion" settings={settings} change={change} />
      <SettingSwitch name="shake" settings={settings} change={change} />
      <SettingSwitch name="hints" settings={settings} change={change} />
    </div>
  );
}

export interface SettingsModalProps extends SectionProps {
  game: Game;
  onClose: () => void;
}

export default function SettingsModal({ game, settings, hasRoom, change, onClose }: SettingsModalProps) {
  const [section, setSection] = useState<(typeof SECTIONS)[number]>("controls");
  const [device] = useState<Device>(() => (hasUnknownPad(settings) ? "pad" : game.state.get().device));
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
