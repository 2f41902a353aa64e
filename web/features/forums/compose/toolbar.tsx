import { Smile } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useRef, useState } from "react";
import { composeText as text } from "#web/text/compose.ts";
import { EmoticonPicker } from "#web/ui/emoticon-picker.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./compose.module.css";
import { type Command, put } from "./edits.ts";
import { EMBEDS, type EmbedKind, TOOLS } from "./tools.ts";

interface ToolbarProps {
  onCommand: (command: Command) => void;
  /** After the emoticon picker, which gives the focus back to its button. */
  onLate: (command: Command) => void;
  onEmbed: (kind: EmbedKind) => void;
}

const COUNT = TOOLS.length + 1 + EMBEDS.length;

/** What can be done with a text: one stop of the Tab key, arrow keys within it. */
export function Toolbar({ onCommand, onLate, onEmbed }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const go = (index: number) => {
    setAt(index);
    bar.current?.querySelectorAll("button")[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // What is pressed in the open picker bubbles up to here, too.
    if (!bar.current?.contains(event.target as Node)) return;
    const to = {
      ArrowRight: (at + 1) % COUNT,
      ArrowLeft: (at + COUNT - 1) % COUNT,
      Home: 0,
      End: COUNT - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  // The focus stays in the text under a finger, and with it a phone's keyboard.
  const onMouseDown = (event: MouseEvent) => {
    if (bar.current?.contains(event.target as Node)) event.preventDefault();
  };
  const stop = (index: number) => ({ tabIndex: index === at ? 0 : -1, onFocus: () => setAt(index) });
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={text.toolbar}
      className={styles.toolbar}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      tabIndex={-1}
    >
      {TOOLS.map(({ id, icon, key, command }, index) => (
        <IconButton
          {...stop(index)}
          key={id}
          icon={icon}
          label={key ? text.withKey(text.tools[id], key) : text.tools[id]}
          onClick={() => onCommand(command)}
        />
      ))}
      <EmoticonPicker
        onPick={(name) => onLate(put(`:${name}:`))}
        trigger={(props) => (
          <IconButton {...props} {...stop(TOOLS.length)} icon={Smile} label={text.tools.emoticon} />
        )}
      />
      {EMBEDS.map(({ id, icon }, index) => (
        <IconButton
          {...stop(TOOLS.length + 1 + index)}
          key={id}
          icon={icon}
          label={text.tools[id]}
          onClick={() => onEmbed(id)}
        />
      ))}
    </div>
  );
}
