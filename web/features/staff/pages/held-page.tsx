import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { HELD_STATES, heldQueueRoute } from "#domain/spam/api.ts";
import { Queue } from "#web/components/queue.tsx";
import { HeldItem, HeldItemSkeleton } from "#web/features/spam/held-item.tsx";
import styles from "#web/features/spam/spam.module.css";
import { heldPostsText as text } from "#web/features/spam/text/held-posts.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { StaffNav } from "../staff-nav.tsx";

type State = (typeof HELD_STATES)[number];

function hrefOf(state: State, page: number): string {
  const query = new URLSearchParams();
  if (state !== "waiting") query.set("state", state);
  if (page > 1) query.set("page", String(page));
  return `/staff/held?${query}`.replace(/\?$/, "");
}

export default function StaffHeldPage() {
  const [query] = useSearchParams();
  const page = readPage(query);
  const state = HELD_STATES.find((value) => value === query.get("state")) ?? "waiting";
  const list = useQuery(listQueryFor(heldQueueRoute, { input: { state, page } }));
  const tabs = HELD_STATES.map((value) => ({
    to: hrefOf(value, 1),
    label: text.states[value],
    active: value === state,
  }));
  return (
    <Page title={text.title}>
      <StaffNav />
      <p className={styles.muted}>{text.intro}</p>
      <TabLinks label={text.nav} tabs={tabs} />
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={text.total[state]}
        item={(post) => <HeldItem post={post} />}
        skeleton={<HeldItemSkeleton />}
        hrefOf={(next) => hrefOf(state, next)}
      />
    </Page>
  );
}
