import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { deleteWordRoute, type Word, wordListRoute } from "#domain/spam/api.ts";
import { Person } from "#web/components/person.tsx";
import { Queue } from "#web/components/queue.tsx";
import { QueueItem, QueueItemMeta } from "#web/components/queue-item.tsx";
import { AddWord } from "#web/features/spam/add-word.tsx";
import styles from "#web/features/spam/spam.module.css";
import { wordListText as text } from "#web/features/spam/text/word-list.ts";
import { TryWords } from "#web/features/spam/try-words.tsx";
import { messageOf, useAction } from "#web/lib/action.ts";
import { call } from "#web/lib/api.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Badge } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StaffNav } from "../staff-nav.tsx";

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

/** The word list of the spam filter, with forms to add words and to test texts. */
export default function StaffWordsPage() {
  const [query] = useSearchParams();
  const page = readPage(query);
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
