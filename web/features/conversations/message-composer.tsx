import { SendHorizontal, Smile } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { textProblem } from "#domain/api/fields.ts";
import { countCharacters, firstCharacters, LIMITS } from "#domain/limits.ts";
import { EmoticonPicker, insertEmoticon } from "#web/components/emoticon-picker.tsx";
import { submitOnEnter } from "#web/lib/is-composing.ts";
import { listen, useListener } from "#web/lib/listen.ts";
import { sendTyping } from "#web/lib/live/use-live-event.ts";
import { readOnlyMode } from "#web/lib/read-only.ts";
import { readUnsentText, writeUnsentText } from "#web/lib/unsent-text.ts";
import { Counter } from "#web/ui/counter.tsx";
import { cx } from "#web/ui/cx.ts";
import fields from "#web/ui/field.module.css";
import { IconButton } from "#web/ui/icon-button.tsx";
import styles from "./message-composer.module.css";
import { chatText } from "./text.ts";

/** Lets a text area with `field-sizing: content` grow with its text where the browser can't: WebKit and Firefox. */
function useGrowingArea(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each text has its height
  useLayoutEffect(() => {
    if (CSS.supports("field-sizing", "content")) return;
    const resize = () => {
      const area = ref.current;
      if (!area) return;
      area.style.height = "auto";
      area.style.height = `${area.scrollHeight}px`;
    };
    resize();
    return listen(window, "resize", resize);
  }, [ref, text]);
}

const TYPING_INTERVAL_MS = 3_000;
/** One more than allowed, so the counter can show that the text is too long (spec 2 §5). */
const MAX_CHARACTERS = LIMITS.message + 1;

const problemOf = (body: string) =>
  textProblem(chatText.field, body, { max: LIMITS.message, multiline: true, empty: chatText.empty });

export interface MessageComposerProps {
  userId: number;
  username: string;
  /** Where the text is stored until it's sent; null if nothing can be written. */
  unsentKey: string | null;
  /** Why the user can't write; shown as the placeholder. Null if they can. */
  disabledReason: string | null;
  error: string | null;
  onSend: (body: string) => void;
}

export function MessageComposer(props: MessageComposerProps) {
  const { userId, username, unsentKey, disabledReason, error, onSend } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState(() => (unsentKey ? readUnsentText(unsentKey) : ""));
  const [problem, setProblem] = useState<string | null>(null);
  const lastTypedAt = useRef(Number.NEGATIVE_INFINITY);
  useGrowingArea(area, body);
  const used = countCharacters(body);
  const isDisabled = disabledReason !== null;

  // Focuses the field, except on touch devices, where that would open the keyboard over the messages.
  useEffect(() => {
    if (!isDisabled && window.matchMedia("(hover: hover)").matches)
      area.current?.focus({ preventScroll: true });
  }, [isDisabled]);

  // Of two tabs the last edit wins. What one sends is cleared in both, unless it was changed meanwhile.
  useListener(window, "storage", ({ key, oldValue, newValue }: StorageEvent) => {
    if (unsentKey !== null && key === unsentKey)
      setBody((mine) => newValue ?? (mine === oldValue ? "" : mine));
  });

  const write = (text: string) => {
    const limited = firstCharacters(text, MAX_CHARACTERS);
    if (unsentKey) writeUnsentText(unsentKey, limited);
    setBody(limited);
    setProblem(null);
    if (!limited.trim() || performance.now() - lastTypedAt.current < TYPING_INTERVAL_MS) return;
    lastTypedAt.current = performance.now();
    sendTyping(userId);
  };

  const submit = () => {
    if (isDisabled) return;
    const text = body.trim();
    const found = problemOf(text);
    area.current?.focus();
    if (found) return setProblem(found);
    // The text stays here until it can be sent.
    if (readOnlyMode.get()) return setProblem(chatText.cannotSend);
    write("");
    lastTypedAt.current = Number.NEGATIVE_INFINITY;
    onSend(text);
  };

  const message = problem ?? error;
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
        {message}
      </p>
      <div className={cx(styles.box, isDisabled && styles.off, used > LIMITS.message && styles.over)}>
        {!isDisabled && (
          <EmoticonPicker
            onPick={(name) => area.current && write(insertEmoticon(area.current, name))}
            trigger={(props) => <IconButton {...props} icon={Smile} label={chatText.emoticons} />}
          />
        )}
        <textarea
          ref={area}
          className={cx(fields.typed, styles.input)}
          dir="auto"
          aria-label={chatText.field}
          aria-invalid={problem !== null || undefined}
          name="body"
          rows={1}
          value={body}
          disabled={isDisabled}
          placeholder={disabledReason ?? chatText.placeholder(username)}
          enterKeyHint="send"
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (!event.shiftKey) submitOnEnter(event, submit);
          }}
        />
        {!isDisabled && (
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
