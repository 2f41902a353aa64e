import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { addWordRoute, deleteWordRoute, tryWordsRoute, type Word, wordListRoute } from "#domain/spam/api.ts";
import { WORD_ACTIONS, type WordAction } from "#domain/spam/word-list.ts";
import { Person } from "#web/components/person.tsx";
import { Queue } from "#web/components/queue.tsx";
import { QueueItem, QueueItemMeta } from "#web/components/queue-item.tsx";
import styles from "#web/features/spam/spam.module.css";
import { wordListText as text } from "#web/features/spam/text/word-list.ts";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { usePage } from "#web/lib/url-state.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { StaffNav } from "../staff-nav.tsx";

interface MatchedWords {
  refuse: readonly string[];
  hold: readonly string[];
}

const quoteList = (words: readonly string[]) => words.map((word) => `“${word}”`).join(", ");

function outcomeText({ refuse, hold }: MatchedWords): string {
  if (refuse.length > 0) return text.tried.refuse(quoteList(refuse));
  return hold.length > 0 ? text.tried.hold(quoteList(hold)) : text.tried.clean;
}

function TryWords() {
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

const OPTIONS = WORD_ACTIONS.map((value) => ({ value, label: text.actions[value] }));

function AddWord() {
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

function WordItem({ word }: { word: Word }) {
  const remove = useAction(() => call(deleteWordRoute, { params: { id: word.id } }), {
    toast: messageOf,
    errors: "toast",
    changes: ["/api/staff/words"],
  });
  return (
    <QueueItem
      title={word.word}
      beside
      actions={
        <IconButton
          icon={Trash2}
          label={text.remove(word.word)}
          disabled={remove.busy}
          onClick={() => remove.run()}
        />
      }
    >
      <QueueItemMeta>
        <Badge>{text.did[word.action]}</Badge> <span>{word.whole ? text.whole : text.part}</span>
      </QueueItemMeta>
      <QueueItemMeta>
        {text.by} <Person person={word.user} /> <RelativeTime value={word.created_at} />
      </QueueItemMeta>
    </QueueItem>
  );
}

export default function StaffWordsPage() {
  const page = usePage();
  const list = useQuery(listQueryFor(wordListRoute, { input: { page } }));
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.muted}>{text.intro}</p>
      <div className={styles.forms}>
        <AddWord />
        <TryWords />
      </div>
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={text.total}
        item={(word) => <WordItem word={word} />}
        skeleton={<Skeleton height={96} />}
      />
    </Page>
  );
}
