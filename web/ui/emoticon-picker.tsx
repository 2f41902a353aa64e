import { Smile } from "lucide-react";
import type { ReactNode } from "react";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { controlsText } from "#web/text/controls.ts";
import { Button } from "./button.tsx";
import { type Emoticon, emoticonUrl } from "./emoticons.ts";
import type { TriggerProps } from "./floating.ts";
import { Popover } from "./popover.tsx";
import { Tooltip } from "./tooltip.tsx";
import styles from "./written.module.css";

const asButton = (props: TriggerProps) => (
  <Button {...props} icon={Smile} variant="quiet">
    {controlsText.emoticons}
  </Button>
);

export interface EmoticonPickerProps {
  onPick: (name: Emoticon) => void;
  /** Draws the button; one with its name on it unless told. */
  trigger?: (props: TriggerProps) => ReactNode;
}

/** Sixteen little pictures to put into a text. */
export function EmoticonPicker({ onPick, trigger = asButton }: EmoticonPickerProps) {
  return (
    <Popover label={controlsText.emoticons} align="start" trigger={trigger}>
      {(close) => (
        <div className={styles.picker}>
          {EMOTICONS.map((name) => (
            <Tooltip key={name} text={`:${name}:`} silent>
              <button
                type="button"
                className={styles.pick}
                aria-label={controlsText.emoticon(name)}
                onClick={() => {
                  close();
                  onPick(name);
                }}
              >
                <img src={emoticonUrl(name)} width={32} height={32} alt="" />
              </button>
            </Tooltip>
          ))}
        </div>
      )}
    </Popover>
  );
}

/** Puts an emoticon where the caret is, and the caret behind it; answers the whole text. */
export function insertEmoticon(area: HTMLTextAreaElement, name: Emoticon): string {
  const { selectionStart, selectionEnd, value } = area;
  const code = `:${name}:`;
  const caret = selectionStart + code.length;
  // After the picker has given the focus back to its button.
  setTimeout(() => {
    area.focus();
    area.setSelectionRange(caret, caret);
  }, 30);
  return value.slice(0, selectionStart) + code + value.slice(selectionEnd);
}
