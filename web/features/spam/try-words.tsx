import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { tryWordsRoute } from "#domain/spam/api.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./spam.module.css";
import { wordListText as text } from "./text/word-list.ts";

interface MatchedWords {
  refuse: readonly string[];
  hold: readonly string[];
}

const quoteList = (words: readonly string[]) => words.map((word) => `“${word}”`).join(", ");

/** Describes what would happen to a text. */
function outcomeText({ refuse, hold }: MatchedWords): string {
  if (refuse.length > 0) return text.tried.refuse(quoteList(refuse));
  return hold.length > 0 ? text.tried.hold(quoteList(hold)) : text.tried.clean;
}

/** The form to test a text against the list. */
export function TryWords() {
  const [matches, setMatches] = useState<MatchedWords | null>(null);
  const form = useForm(tryWordsRoute, {
    read: ({ text: typed }) => ({ text: String(typed) }),
    onDone: setMatches,
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
          onChange={() => setMatches(null)}
        />
        <p role="status" className={styles.found}>
          {matches && outcomeText(matches)}
        </p>
        <Button type="submit" busy={form.busy}>
          {text.tryIt}
        </Button>
      </form>
    </Card>
  );
}
