import { Smile } from "lucide-react";
import type { ReactNode } from "react";
import { EMOTICONS } from "#domain/comments/rules.ts";
import { Button } from "#web/ui/button.tsx";
import type { TriggerProps } from "#web/ui/floating.ts";
import { Popover } from "#web/ui/popover.tsx";
import { controlsText } from "#web/ui/text/controls.ts";
import { Tooltip } from "#web/ui/tooltip.tsx";
import styles from "./emoticon-text.module.css";
import { type Emoticon, emoticonUrl } from "./emoticons.ts";

const asButton = (props: TriggerProps) => (
  <Button {...props} icon={Smile} variant="quiet">
    {controlsText.emoticons}
  </Button>
);

export interface EmoticonPickerProps {
  onPick: (name: Emoticon) => void;
  /** Renders the button. Defaults to a labeled one. */
  trigger?: (props: TriggerProps) => ReactNode;
}

/** A popover with the 16 emoticons that can be inserted into a text. */
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

/** Inserts an emoticon at the caret and moves the caret behind it. Returns the new text. */
export function insertEmoticon(area: HTMLTextAreaElement, name: Emoticon): string {
  const { selectionStart, selectionEnd, value } = area;
  const code = `:${name}:`;
  const caret = selectionStart + code.length;
  // Waits until the picker has returned the focus to its button.
  setTimeout(() => {
    area.focus();
    area.setSelectionRange(caret, caret);
  }, 30);
  return value.slice(0, selectionStart) + code + value.slice(selectionEnd);
}
