import { useQuery } from "@tanstack/react-query";
import {
  Blocks,
  Bold,
  Code,
  Eye,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  PenLine,
  Shirt,
  Smile,
  TextQuote,
} from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from "react";
import { paletteRoute } from "#domain/search/api.ts";
import { EmoticonPicker } from "#web/components/emoticon-picker.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { isComposing } from "#web/lib/is-composing.ts";
import { queryFor } from "#web/lib/query.ts";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { composeText as text } from "../text/compose.ts";
import styles from "./compose.module.css";
import {
  continueList,
  type EditCommand,
  insertLine,
  insertText,
  makeLink,
  type SelectedText,
  type TextEdit,
  toggleBullets,
  toggleCode,
  toggleMark,
  toggleNumbers,
  toggleQuote,
  typeText,
} from "./edits.ts";
import type { EmbedKind } from "./embed-modal.tsx";
import { embedPathOf } from "./embed-path.ts";
import { mentionAt } from "./mention.ts";

interface Tool {
  id: "bold" | "italic" | "link" | "bulleted" | "numbered" | "quote" | "code" | "spoiler";
  icon: LucideIcon;
  command: EditCommand;
  key?: string;
}

const TOOLS: readonly Tool[] = [
  { id: "bold", icon: Bold, command: toggleMark("**"), key: "B" },
  { id: "italic", icon: Italic, command: toggleMark("*"), key: "I" },
  { id: "link", icon: Link, command: makeLink, key: "K" },
  { id: "bulleted", icon: List, command: toggleBullets },
  { id: "numbered", icon: ListOrdered, command: toggleNumbers },
  { id: "quote", icon: TextQuote, command: toggleQuote },
  { id: "code", icon: Code, command: toggleCode },
  { id: "spoiler", icon: EyeOff, command: toggleMark("||") },
];

const EMBEDS: readonly { id: EmbedKind; icon: LucideIcon }[] = [
  { id: "level", icon: Blocks },
  { id: "item", icon: Shirt },
];

const toolForKey = (key: string) => TOOLS.find((tool) => tool.key === key.toUpperCase());

interface ToolbarProps {
  onCommand: (command: EditCommand) => void;
  /** Runs a command after the emoticon picker has returned focus to its button. */
  onDelayedCommand: (command: EditCommand) => void;
  onEmbed: (kind: EmbedKind) => void;
}

const COUNT = TOOLS.length + 1 + EMBEDS.length;

/** The editor's toolbar with a roving tabindex: arrow keys move between buttons. */
function Toolbar({ onCommand, onDelayedCommand, onEmbed }: ToolbarProps) {
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

function MentionSuggestions({ typed, onPick }: { typed: string; onPick: (username: string) => void }) {
  const { data } = useQuery(queryFor(paletteRoute, { input: { q: typed } }));
  const people = (data?.users ?? []).filter(({ username }) =>
    username.toLowerCase().startsWith(typed.toLowerCase()),
  );
  if (people.length === 0) return null;
  return (
    <ul className={styles.people} aria-label={text.people}>
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" className={styles.person} onClick={() => onPick(person.username)}>
            <Headshot user={person} size={28} decorative />@{person.username}
          </button>
        </li>
      ))}
    </ul>
  );
}

const selectionIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): SelectedText => ({
  text: value,
  start: selectionStart,
  end: selectionEnd,
});

/** Applies an edit as typed input, so the browser's undo works. */
function applyEdit(area: HTMLTextAreaElement, { from, to, insert, start, end }: TextEdit): void {
  area.focus();
  area.setSelectionRange(from, to);
  const isDone =
    from === to && !insert
      ? true
      : insert
        ? document.execCommand("insertText", false, insert)
        : document.execCommand("delete");
  if (!isDone) {
    area.setRangeText(insert, from, to, "end");
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  area.setSelectionRange(start, end);
}

const runCommand = (area: HTMLTextAreaElement, command: EditCommand): void =>
  applyEdit(area, command(selectionIn(area)));

const Preview = lazy(() => loadWithRetries(() => import("./preview.tsx")));
const embedModal = lazyPart(() => import("./embed-modal.tsx"));

/** Waits until a closed popover or modal has returned focus to its button. */
const FOCUS_DELAY_MS = 30;

const VIEWS = [
  { id: "write", label: text.write, icon: PenLine },
  { id: "preview", label: text.preview, icon: Eye },
] as const;
export type EditorView = (typeof VIEWS)[number]["id"];

export interface PostEditorProps {
  body: string;
  onBody: (body: string) => void;
  errors?: string[] | undefined;
  view: EditorView;
  onView: (view: EditorView) => void;
  placeholder?: string | undefined;
  rows?: number | undefined;
}

/** Continues lists on Enter, runs toolbar commands on Ctrl + letter, and submits on Ctrl + Enter. */
function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const area = event.currentTarget;
  if (isComposing(event) || event.altKey || event.shiftKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.key === "Enter") {
    const edit = isCommand ? null : continueList(selectionIn(area));
    if (!isCommand && !edit) return;
    event.preventDefault();
    if (edit) applyEdit(area, edit);
    else if (!event.repeat) area.form?.requestSubmit();
    return;
  }
  const tool = isCommand && toolForKey(event.key);
  if (!tool) return;
  event.preventDefault();
  // Elsewhere Ctrl + K opens the palette.
  event.stopPropagation();
  runCommand(area, tool.command);
}

function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const pasted = event.clipboardData.getData("text/plain");
  const path = embedPathOf(pasted, window.location.origin);
  if (path === pasted) return;
  event.preventDefault();
  runCommand(event.currentTarget, insertText(path));
}

interface AreaProps extends PostEditorProps {
  area: RefObject<HTMLTextAreaElement | null>;
}

function Area({ area, body, onBody, errors, placeholder, rows = 10 }: AreaProps) {
  const [mention, setMention] = useState<ReturnType<typeof mentionAt>>(null);
  const pick = (username: string) => {
    if (!area.current || !mention) return;
    const { from, typed } = mention;
    applyEdit(area.current, typeText(from, from + typed.length + 1, `@${username} `));
    setMention(null);
  };
  return (
    <>
      <TextArea
        ref={area}
        label={text.body}
        hideLabel
        name="body"
        rows={rows}
        value={body}
        placeholder={placeholder}
        errors={errors}
        onChange={({ currentTarget }) => {
          onBody(currentTarget.value);
          setMention(mentionAt(currentTarget.value, currentTarget.selectionStart));
        }}
        onKeyDown={onKey}
        onPaste={onPaste}
      />
      {mention && <MentionSuggestions typed={mention.typed} onPick={pick} />}
    </>
  );
}

/** A Markdown editor with toolbar and preview. The text area stays mounted during the preview. */
export function PostEditor(props: PostEditorProps) {
  const { body, view, onView } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [embed, setEmbed] = useState<EmbedKind | null>(null);
  const run = (command: EditCommand) => area.current && runCommand(area.current, command);
  const runDelayed = (command: EditCommand) => setTimeout(() => run(command), FOCUS_DELAY_MS);
  return (
    <div className={styles.editor}>
      <Tabs label={text.views} tabs={VIEWS} value={view} onChange={onView}>
        <div className={styles.pane} hidden={view !== "write"}>
          <Toolbar onCommand={run} onDelayedCommand={runDelayed} onEmbed={setEmbed} />
          <Area {...props} area={area} />
        </div>
        {view === "preview" && (
          <div className={styles.preview}>
            <Suspense fallback={<SkeletonText lines={3} />}>
              <Preview body={body} />
            </Suspense>
          </div>
        )}
      </Tabs>
      {embed && (
        <OnDemand
          part={embedModal}
          props={{
            kind: embed,
            onClose: () => setEmbed(null),
            onPick: (path: string) => {
              setEmbed(null);
              runDelayed(insertLine(path));
            },
          }}
        />
      )}
    </div>
  );
}
