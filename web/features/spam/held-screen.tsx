import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { HELD_STATES, heldQueueRoute } from "#domain/spam/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { heldText as text } from "#web/text/spam.ts";
import { Page } from "#web/ui/page.tsx";
import { Queue } from "#web/ui/queue.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { HeldItem, HeldSkeleton } from "./held-item.tsx";
import styles from "./spam.module.css";

type State = (typeof HELD_STATES)[number];

function hrefOf(state: State, page: number): string {
  const query = new URLSearchParams();
  if (state !== "waiting") query.set("state", state);
  if (page > 1) query.set("page", String(page));
  return `/staff/held?${query}`.replace(/\?$/, "");
}

/** What was written and waits for staff, or did; `nav` leads to the other staff pages. */
export function HeldScreen({ nav }: { nav: ReactNode }) {
  const [query] = useSearchParams();
  const page = readPage(query);
  const state = HELD_STATES.find((one) => one === query.get("state")) ?? "waiting";
  const list = useQuery({
    ...queryFor(heldQueueRoute, { input: { state, page } }),
    placeholderData: keepPreviousData,
  });
  const tabs = HELD_STATES.map((one) => ({
    to: hrefOf(one, 1),
    label: text.states[one],
    active: one === state,
  }));
  return (
    <Page title={text.title}>
      {nav}
      <p className={styles.muted}>{text.intro}</p>
      <TabLinks label={text.nav} tabs={tabs} />
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={text.total[state]}
        item={(post) => <HeldItem post={post} />}
        bone={<HeldSkeleton />}
        hrefOf={(one) => hrefOf(state, one)}
      />
    </Page>
  );
}
