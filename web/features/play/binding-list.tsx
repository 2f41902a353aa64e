import { Plus } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import type { GameControl } from "#web/game/game-settings.ts";
import { withBinding } from "#web/game/with-binding.ts";
import { useListener } from "#web/lib/listen.ts";
import { cx } from "#web/ui/cx.ts";
import styles from "./settings-modal.module.css";
import { playerSettingsText } from "./text/player-settings.ts";

/** A key or button that is being changed. `replaced` is undefined when one is added. */
interface Change<T> {
  control: GameControl;
  replaced: T | undefined;
}

export type Bindings<T> = Record<GameControl, T[]>;

/** The controls whose bindings a binding would take away. */
export const conflictOf = <T,>(
  bindings: Bindings<T>,
  control: GameControl,
  binding: T,
): GameControl | undefined =>
  (Object.keys(bindings) as GameControl[]).find(
    (other) => other !== control && bindings[other].includes(binding),
  );

export interface BindingListProps<T> {
  bindings: Bindings<T>;
  controls: readonly GameControl[];
  name: (binding: T) => string;
  /** Says how to bind, cancel and remove. */
  hint: string;
  prompt: string;
  listen: (onBinding: (binding: T) => void) => () => void;
  onChange: (bindings: Bindings<T>) => void;
}

/** A list of controls with their keys or buttons. Pressing one changes it to the next that is pressed. */
export function BindingList<T extends string | number>(props: BindingListProps<T>) {
  const { bindings, controls, name, hint, prompt, listen, onChange } = props;
  const [change, setChange] = useState<Change<T> | null>(null);
  const [message, setMessage] = useState("");
  const { controls: labels } = playerSettingsText;

  const bind = useEffectEvent((binding: T) => {
    if (!change) return;
    const { control, replaced } = change;
    const other = conflictOf(bindings, control, binding);
    onChange(withBinding(bindings, control, binding, replaced));
    setMessage(
      other
        ? playerSettingsText.moved(name(binding), labels[control], labels[other])
        : playerSettingsText.bound(labels[control], name(binding)),
    );
    setChange(null);
  });
  const remove = () => {
    if (!change) return;
    const { control, replaced } = change;
    if (replaced !== undefined) {
      onChange({ ...bindings, [control]: bindings[control].filter((one) => one !== replaced) });
      setMessage(playerSettingsText.removed(labels[control], name(replaced)));
    }
    setChange(null);
  };
  useEffect(() => {
    if (!change) return;
    setMessage(hint);
    return listen((binding) => bind(binding));
  }, [change, hint, listen]);
  const onKey = (event: KeyboardEvent) => {
    if (!change) return;
    if (event.code === "Tab") return setChange(null);
    // The menu's own key can be Escape.
    if (event.code === "Escape" && change.control !== "menu") setChange(null);
    else if (event.code === "Delete" || event.code === "Backspace") remove();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  useListener(window, "keydown", onKey, true);
  useListener(window, "pointerdown", () => setChange(null), true);

  return (
    <>
      <p className={styles.message} role="status">
        {message}
      </p>
      <ul className={styles.bindings}>
        {controls.map((control) => {
          const own = bindings[control];
          const isAdding = change?.control === control && change.replaced === undefined;
          return (
            <li className={styles.binding} key={control}>
              <span>{labels[control]}</span>
              <div className={styles.keys}>
                {own.map((binding) => {
                  const isListening = change?.control === control && change.replaced === binding;
                  return (
                    <button
                      key={binding}
                      type="button"
                      className={cx(styles.key, isListening && styles.listening)}
                      aria-label={
                        isListening ? prompt : playerSettingsText.change(labels[control], name(binding))
                      }
                      onClick={() => setChange({ control, replaced: binding })}
                    >
                      {isListening ? prompt : name(binding)}
                    </button>
                  );
                })}
                {(own.length < 3 || isAdding) && (
                  <button
                    type="button"
                    className={cx(styles.key, isAdding ? styles.listening : styles.add)}
                    aria-label={isAdding ? prompt : playerSettingsText.add(labels[control])}
                    onClick={() => setChange({ control, replaced: undefined })}
                  >
                    {isAdding ? prompt : <Plus aria-hidden width={18} height={18} />}
                  </button>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </>
  );
}
