import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { tryWordsRoute } from "#domain/spam/api.ts";
import { useForm } from "#web/lib/form.ts";
import { wordsText as text } from "#web/text/spam.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./spam.module.css";

interface Found {
  refuse: readonly string[];
  hold: readonly string[];
}

const listed = (words: readonly string[]) => words.map((word) => `“${word}”`).join(", ");

/** In words what would become of a text. */
function outcome({ refuse, hold }: Found): string {
  if (refuse.length > 0) return text.tried.refuse(listed(refuse));
  return hold.length > 0 ? text.tried.hold(listed(hold)) : text.tried.clean;
}

/** Shows what the list makes of a text. */
export function TryWords() {
  const [found, setFound] = useState<Found | null>(null);
  const form = useForm(tryWordsRoute, {
    read: ({ text: typed }) => ({ text: String(typed) }),
    onDone: setFound,
  });
  return (
    <Card>
      <form {...form.props} className={styles.form}>
        {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
        <TextArea
          label={text.try}
          name="text"
          rows={3}
          max={LIMITS.post}
          hint={text.tryHint}
          errors={form.errors.text}
          onChange={() => setFound(null)}
        />
        <p role="status" className={styles.found}>
          {found && outcome(found)}
        </p>
        <Button type="submit" busy={form.busy}>
          {text.tryIt}
        </Button>
      </form>
    </Card>
  );
}
