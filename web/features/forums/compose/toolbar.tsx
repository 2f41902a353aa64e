import { Smile } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { EmoticonPicker } from "#web/components/emoticon-picker.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { composeText as text } from "../text/compose.ts";
import styles from "./compose.module.css";
import { type EditCommand, insertText } from "./edits.ts";
import { EMBEDS, type EmbedKind, TOOLS } from "./tools.ts";

interface ToolbarProps {
  onCommand: (command: EditCommand) => void;
  /** Runs a command after the emoticon picker has returned focus to its button. */
  onDelayedCommand: (command: EditCommand) => void;
  onEmbed: (kind: EmbedKind) => void;
}

const COUNT = TOOLS.length + 1 + EMBEDS.length;

/** The editor's toolbar with a roving tabindex: arrow keys move between buttons. */
export function Toolbar({ onCommand, onDelayedCommand, onEmbed }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const [focusedIndex, setFocusedIndex] = useState(0);
  const focus = (index: number) => {
    setFocusedIndex(index);
    toolbar.current?.querySelectorAll("button")[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys pressed in the open picker bubble up here, too.
    if (!toolbar.current?.contains(event.target as Node)) return;
    const target = {
      ArrowRight: (focusedIndex + 1) % COUNT,
      ArrowLeft: (focusedIndex + COUNT - 1) % COUNT,
      Home: 0,
      End: COUNT - 1,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focus(target);
  };
  // Keeps the focus in the text, and a phone's keyboard open.
  const onMouseDown = (event: MouseEvent) => {
    if (toolbar.current?.contains(event.target as Node)) event.preventDefault();
  };
  const focusProps = (index: number) => ({
    tabIndex: index === focusedIndex ? 0 : -1,
    onFocus: () => setFocusedIndex(index),
  });
  return (
    <div
      ref={toolbar}
      role="toolbar"
      aria-label={text.toolbar}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      tabIndex={-1}
    >
      {TOOLS.map(({ id, icon, key, command }, index) => (
        <IconButton
          {...focusProps(index)}
          key={id}
          icon={icon}
          label={key ? text.withKey(text.tools[id], key) : text.tools[id]}
          onClick={() => onCommand(command)}
        />
      ))}
      <EmoticonPicker
        onPick={(name) => onDelayedCommand(insertText(`:${name}:`))}
        trigger={(props) => (
          <IconButton {...props} {...focusProps(TOOLS.length)} icon={Smile} label={text.tools.emoticon} />
        )}
      />
      {EMBEDS.map(({ id, icon }, index) => (
        <IconButton
          {...focusProps(TOOLS.length + 1 + index)}
          key={id}
          icon={icon}
          label={text.tools[id]}
          onClick={() => onEmbed(id)}
        />
      ))}
    </div>
  );
}
