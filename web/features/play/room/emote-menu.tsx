import {
  Armchair,
  Frown,
  Hand,
  Heart,
  Laugh,
  type LucideIcon,
  Music,
  PartyPopper,
  Pointer,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { EMOTES, type Emote } from "#domain/room/emotes.ts";
import type { KeyBindings } from "#web/game/game-settings.ts";
import { useKeyboardLayout } from "#web/lib/keyboard-layout.ts";
import { keyName } from "../key-names.ts";
import { emoteText } from "../text/room.ts";
import styles from "./emote-menu.module.css";

const ICONS: Record<Emote, LucideIcon> = {
  wave: Hand,
  cheer: PartyPopper,
  dance: Music,
  laugh: Laugh,
  point: Pointer,
  sit: Armchair,
  sad: Frown,
  heart: Heart,
};

export interface EmoteMenuProps {
  /** Null on touch screens, which have no keys. */
  keys: KeyBindings | null;
  onEmote: (emote: number) => void;
  onClose: () => void;
}

export function EmoteMenu({ keys, onEmote, onClose }: EmoteMenuProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const layout = useKeyboardLayout();
  useEffect(() => {
    box.current?.querySelector("button")?.focus({ preventScroll: true });
    const onPress = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && !target.closest("[data-emotes]");
      if (isOutside) onClose();
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <fieldset
      className={styles.menu}
      ref={box}
      aria-label={emoteText.title}
      data-emotes
      onKeyDown={onKeyDown}
    >
      {EMOTES.map((emote, i) => {
        const Icon = ICONS[emote];
        const key = keys?.[`emote_${(i + 1) as 1}`][0];
        return (
          <button
            key={emote}
            type="button"
            className={styles.emote}
            onClick={() => {
              onEmote(i);
              onClose();
            }}
          >
            <Icon aria-hidden />
            {emoteText.names[emote]}
            {key && <kbd aria-hidden>{keyName(key, layout)}</kbd>}
          </button>
        );
      })}
    </fieldset>
  );
}
