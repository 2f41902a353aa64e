import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { deleteWordRoute, type Word, wordListRoute } from "#domain/spam/api.ts";
import { call } from "#web/lib/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { useToastMutation } from "#web/lib/toast-mutation.ts";
import { wordsText as text } from "#web/text/spam.ts";
import { Badge } from "#web/ui/card.tsx";
import { Time } from "#web/ui/facts.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Page } from "#web/ui/page.tsx";
import { Person } from "#web/ui/person.tsx";
import { Queue } from "#web/ui/queue.tsx";
import { QueueBy, QueueItem } from "#web/ui/queue-item.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { AddWord } from "./add-word.tsx";
import { WORD_NEWS } from "./news.ts";
import styles from "./spam.module.css";
import { TryWords } from "./try-words.tsx";

function WordItem({ word: one }: { word: Word }) {
  const remove = useToastMutation(() => call(deleteWordRoute, { params: { id: one.id } }), WORD_NEWS);
  return (
    <QueueItem
      title={one.word}
      beside
      acts={
        <IconButton
          icon={Trash2}
          label={text.remove(one.word)}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      }
    >
      <QueueBy>
        <Badge>{text.did[one.action]}</Badge> <span>{one.whole ? text.whole : text.part}</span>
      </QueueBy>
      <QueueBy>
        {text.by} <Person person={one.user} /> <Time value={one.created_at} />
      </QueueBy>
    </QueueItem>
  );
}

/** The list of words that are not wanted: what is on it, more for it, and a place to try it. */
export function WordsScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const list = useQuery({
    ...queryFor(wordListRoute, { input: { page } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page title={text.title}>
      {nav}
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
        bone={<Skeleton height={96} />}
      />
    </Page>
  );
}
