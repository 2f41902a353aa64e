import { Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { countCharacters, LIMITS } from "#domain/limits.ts";
import type { FormState } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { Counter } from "#web/ui/counter.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { composeText as text } from "../text/compose.ts";
import styles from "./compose.module.css";
import { type EditorView, PostEditor } from "./post-editor.tsx";
import type { ForumDraftState } from "./use-forum-draft.ts";

interface PostFormProps {
  form: FormState;
  state: ForumDraftState;
  submit: string;
  hasTitle?: boolean;
  cancel?: string | undefined;
  placeholder?: string | undefined;
  rows?: number | undefined;
}

export function PostForm({ form, state, submit, hasTitle, cancel, placeholder, rows }: PostFormProps) {
  const { draft, change, isRestored, clear } = state;
  const [view, setView] = useState<EditorView>("write");
  const discard = () => {
    clear();
    toast(text.discarded, { action: { label: text.undo, onSelect: () => change(draft) } });
  };
  return (
    <form
      {...form.props}
      className={styles.form}
      onSubmit={(event: FormEvent) => {
        // Errors are shown in the write view.
        setView("write");
        form.props.onSubmit(event);
      }}
    >
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      {isRestored && (
        <p className={styles.restored} role="status">
          {text.restored}
          <Button size="s" variant="quiet" onClick={discard}>
            {text.discard}
          </Button>
        </p>
      )}
      {hasTitle && (
        <TextField
          label={text.title}
          name="title"
          max={LIMITS.threadTitle}
          autoComplete="off"
          placeholder={text.titlePlaceholder}
          value={draft.title}
          errors={form.errors.title}
          onChange={(event) => change({ title: event.target.value })}
        />
      )}
      <PostEditor
        body={draft.body}
        onBody={(body) => change({ body })}
        errors={form.errors.body}
        view={view}
        onView={setView}
        placeholder={placeholder ?? text.bodyPlaceholder}
        rows={rows}
      />
      <div className={styles.actions}>
        <Counter used={countCharacters(draft.body)} max={LIMITS.post} />
        <span className={styles.shortcut}>{text.shortcut}</span>
        {cancel && (
          <LinkButton variant="quiet" to={cancel}>
            {text.cancel}
          </LinkButton>
        )}
        <Button type="submit" variant="primary" icon={Send} busy={form.busy}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
