import { Eye, PenLine } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from "react";
import { composeText as text } from "#web/text/compose.ts";
import { keepLoading } from "#web/ui/chunks.ts";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { SkeletonText } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { apply, perform, selectedIn } from "./apply.ts";
import styles from "./compose.module.css";
import { type Command, nextLine, put, putLine } from "./edits.ts";
import { mentionAt } from "./mention.ts";
import { Mentions } from "./mentions.tsx";
import { asPath } from "./own-links.ts";
import { Toolbar } from "./toolbar.tsx";
import { type EmbedKind, toolOfKey } from "./tools.ts";

const Preview = lazy(() => keepLoading(() => import("./preview.tsx")));
const embeds = latePart(() => import("./embed-window.tsx"));

/** After what lay over the page has given the focus back to its button. */
const SETTLED_MS = 30;

const VIEWS = [
  { id: "write", label: text.write, icon: PenLine },
  { id: "preview", label: text.preview, icon: Eye },
] as const;
export type View = (typeof VIEWS)[number]["id"];

export interface EditorProps {
  body: string;
  onBody: (body: string) => void;
  errors?: string[] | undefined;
  view: View;
  onView: (view: View) => void;
  placeholder?: string | undefined;
  rows?: number | undefined;
}

/** A list goes on by itself, Ctrl and a letter do what the toolbar does, Ctrl-Enter sends. */
function onKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const area = event.currentTarget;
  if (event.nativeEvent.isComposing || event.altKey || event.shiftKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.key === "Enter") {
    const edit = isCommand ? null : nextLine(selectedIn(area));
    if (!isCommand && !edit) return;
    event.preventDefault();
    if (edit) apply(area, edit);
    else area.form?.requestSubmit();
    return;
  }
  const tool = isCommand && toolOfKey(event.key);
  if (!tool) return;
  event.preventDefault();
  // Ctrl-K opens the palette elsewhere.
  event.stopPropagation();
  perform(area, tool.command);
}

function onPaste(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const pasted = event.clipboardData.getData("text/plain");
  const path = asPath(pasted, window.location.origin);
  if (path === pasted) return;
  event.preventDefault();
  perform(event.currentTarget, put(path));
}

interface AreaProps extends EditorProps {
  area: RefObject<HTMLTextAreaElement | null>;
}

/** Where it is typed, and whose name one may be typing. */
function Area({ area, body, onBody, errors, placeholder, rows = 10 }: AreaProps) {
  const [mention, setMention] = useState<ReturnType<typeof mentionAt>>(null);
  const pick = (username: string) => {
    if (!area.current || !mention) return;
    const { from, typed } = mention;
    const insert = `@${username} `;
    const caret = from + insert.length;
    apply(area.current, { from, to: from + typed.length + 1, insert, start: caret, end: caret });
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
      {mention && <Mentions typed={mention.typed} onPick={pick} />}
    </>
  );
}

/** A text with its toolbar, and how it will look. What is typed stays where it is while it is previewed. */
export function Editor(props: EditorProps) {
  const { body, view, onView } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [embed, setEmbed] = useState<EmbedKind | null>(null);
  const run = (command: Command) => area.current && perform(area.current, command);
  const runLate = (command: Command) => setTimeout(() => run(command), SETTLED_MS);
  return (
    <div className={styles.editor}>
      <Tabs label={text.views} tabs={VIEWS} value={view} onChange={onView}>
        <div className={styles.pane} hidden={view !== "write"}>
          <Toolbar onCommand={run} onLate={runLate} onEmbed={setEmbed} />
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
          part={embeds}
          props={{
            kind: embed,
            onClose: () => setEmbed(null),
            onPick: (path: string) => {
              setEmbed(null);
              runLate(putLine(path));
            },
          }}
        />
      )}
    </div>
  );
}
