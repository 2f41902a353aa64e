import { Plus } from "lucide-react";
import { LIMITS } from "#domain/limits.ts";
import { addWordRoute } from "#domain/spam/api.ts";
import { WORD_ACTIONS, type WordAction } from "#domain/spam/word-list.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Select } from "#web/ui/select.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./spam.module.css";
import { wordListText as text } from "./text/word-list.ts";

const OPTIONS = WORD_ACTIONS.map((value) => ({ value, label: text.actions[value] }));

/** The form to add a word to the list. */
export function AddWord() {
  const form = useForm(addWordRoute, {
    read: ({ word, action, whole }) => ({
      word: String(word),
      action: action as WordAction,
      whole: whole === "on",
    }),
    toast: ({ word }) => text.added(word.word),
    onDone: () => form.props.ref.current?.reset(),
    changes: ["/api/staff/words"],
  });
  return (
    <Card>
      <form {...form.props} className={styles.form}>
        {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
        <TextField
          label={text.word}
          name="word"
          maxLength={LIMITS.word}
          autoComplete="off"
          spellCheck={false}
          errors={form.errors.word}
        />
        <Select label={text.action} name="action" options={OPTIONS} errors={form.errors.action} />
        <Checkbox label={text.whole} hint={text.wholeHint} name="whole" defaultChecked />
        <Button type="submit" variant="primary" icon={Plus} busy={form.busy}>
          {text.add}
        </Button>
      </form>
    </Card>
  );
}
