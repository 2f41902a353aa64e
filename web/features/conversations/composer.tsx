import { SendHorizontal, Smile } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { textProblem } from "#domain/api/fields.ts";
import { countCharacters, firstCharacters, LIMITS } from "#domain/limits.ts";
import { sayTyping } from "#web/lib/live/store.ts";
import { chatText } from "#web/text/conversations.ts";
import { Counter } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmoticonPicker, insertEmoticon } from "#web/ui/emoticon-picker.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./composer.module.css";

/** Typing is said no more often than this. */
const TYPING_MS = 3_000;
/** One more than a message may have, so that the counter can tell that it is too much (spec 2 §5). */
const MOST = LIMITS.message + 1;
const LINES = 6;

/** What was begun to be written to each person, for as long as the page lives. */
const begun = new Map<number, string>();

const problemOf = (body: string) =>
  textProblem(chatText.field, body, { max: LIMITS.message, multiline: true, empty: chatText.empty });

export interface ComposerProps {
  userId: number;
  username: string;
  /** Why nothing can be written here; it stands in the box. */
  off: string | null;
  /** What the site has refused last. */
  refusal: string | null;
  onSend: (body: string) => void;
}

/** Where messages are written. */
export function Composer({ userId, username, off, refusal, onSend }: ComposerProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState(() => begun.get(userId) ?? "");
  const [problem, setProblem] = useState<string | null>(null);
  const typed = useRef(0);
  const used = countCharacters(body);
  const isOff = off !== null;

  // Whoever opens a conversation wants to write; where that brings up a keyboard, they may first want to read.
  useEffect(() => {
    if (!isOff && window.matchMedia("(hover: hover)").matches) area.current?.focus({ preventScroll: true });
  }, [isOff]);

  const write = (text: string) => {
    const cut = firstCharacters(text, MOST);
    begun.set(userId, cut);
    setBody(cut);
    setProblem(null);
    if (!cut.trim() || Date.now() - typed.current < TYPING_MS) return;
    typed.current = Date.now();
    sayTyping(userId);
  };

  const submit = () => {
    if (isOff) return;
    const text = body.trim();
    const found = problemOf(text);
    area.current?.focus();
    if (found) return setProblem(found);
    write("");
    typed.current = 0;
    onSend(text);
  };

  const told = problem ?? refusal;
  return (
    <form
      className={styles.composer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <p className={styles.problem} role="alert">
        {told}
      </p>
      <div className={cx(styles.box, isOff && styles.off, used > LIMITS.message && styles.over)}>
        {!isOff && (
          <EmoticonPicker
            onPick={(name) => area.current && write(insertEmoticon(area.current, name))}
            trigger={(props) => <IconButton {...props} icon={Smile} label={chatText.emoticons} />}
          />
        )}
        <textarea
          ref={area}
          className={styles.input}
          aria-label={chatText.field}
          aria-invalid={problem !== null || undefined}
          name="body"
          rows={Math.min(LINES, body.split("\n").length)}
          value={body}
          disabled={isOff}
          placeholder={off ?? chatText.placeholder(username)}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            // Enter also ends a word that is put together from several keys.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        {!isOff && (
          <IconButton
            type="submit"
            className={styles.send}
            icon={SendHorizontal}
            label={chatText.send}
            aria-disabled={!body.trim()}
          />
        )}
      </div>
      {used > 0 && (
        <div className={styles.counter}>
          <Counter used={used} max={LIMITS.message} />
        </div>
      )}
    </form>
  );
}
