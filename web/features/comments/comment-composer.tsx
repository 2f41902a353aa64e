import { Send } from "lucide-react";
import { type FormEvent, type KeyboardEvent, type RefObject, useState } from "react";
import { textProblem } from "#domain/api/fields.ts";
import type { SessionUser } from "#domain/auth/api.ts";
import { LIMITS } from "#domain/limits.ts";
import { EmoticonPicker, insertEmoticon } from "#web/components/emoticon-picker.tsx";
import { Headshot } from "#web/components/headshot.tsx";
import { submitOnEnter } from "#web/lib/is-composing.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./comments.module.css";
import { commentsText } from "./text.ts";

interface CommentComposerProps {
  user: SessionUser;
  area: RefObject<HTMLTextAreaElement | null>;
  body: string;
  onBody: (body: string) => void;
  onSend: (body: string) => void;
  /** Why the user can't comment; null if they can. */
  disabledReason: string | null;
}

const problemOf = (body: string) =>
  textProblem(commentsText.field, body, { max: LIMITS.comment, multiline: true });

/** The form to write a comment. */
export function CommentComposer({ user, area, body, onBody, onSend, disabledReason }: CommentComposerProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const submit = () => {
    const text = body.trim();
    const found = disabledReason ?? problemOf(text);
    setProblem(found);
    area.current?.focus();
    if (found) return;
    onBody("");
    onSend(text);
  };
  return (
    <form
      className={styles.composer}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit();
      }}
    >
      <Headshot user={user} size={44} decorative />
      <div className={styles.composerField}>
        <TextArea
          ref={area}
          label={commentsText.label}
          name="body"
          rows={3}
          max={LIMITS.comment}
          value={body}
          disabled={disabledReason !== null}
          placeholder={disabledReason ? undefined : commentsText.placeholder}
          hint={disabledReason ?? undefined}
          errors={problem && !disabledReason ? [problem] : undefined}
          onChange={(event) => {
            onBody(event.target.value);
            setProblem(null);
          }}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.ctrlKey || event.metaKey) submitOnEnter(event, submit);
          }}
        />
        {!disabledReason && (
          <div className={styles.composerActions}>
            <EmoticonPicker onPick={(name) => area.current && onBody(insertEmoticon(area.current, name))} />
            <span className={styles.shortcut}>{commentsText.shortcut}</span>
            {/* The page's own action has the color until there is something to send. */}
            <Button type="submit" variant={body.trim() ? "primary" : "plain"} icon={Send}>
              {commentsText.send}
            </Button>
          </div>
        )}
      </div>
    </form>
  );
}
