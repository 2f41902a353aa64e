import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { readPage } from "#domain/api/list-view.ts";
import { itemReviewsRoute } from "#domain/items/reviews/api.ts";
import { Queue } from "#web/components/queue.tsx";
import { ReviewItem, ReviewSkeleton } from "#web/features/items/review/review-item.tsx";
import { itemReviewText as text } from "#web/features/items/text/item-review.ts";
import { listQueryFor } from "#web/lib/query.ts";
import { Page } from "#web/ui/page.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { StaffNav } from "../staff-nav.tsx";

const STATES = ["pending", "rejected", "hidden"] as const;
type State = (typeof STATES)[number];

function reviewHref(state: State, page: number): string {
  const query = new URLSearchParams();
  if (state !== "pending") query.set("state", state);
  if (page > 1) query.set("page", String(page));
  return `?${query}`;
}

export default function StaffItemsPage() {
  const [query] = useSearchParams();
  const page = readPage(query);
  const state = STATES.find((option) => option === query.get("state")) ?? "pending";
  const list = useQuery(listQueryFor(itemReviewsRoute, { input: { state, page } }));
  return (
    <Page title={text.title}>
      <StaffNav />
      <TabLinks
        label={text.stateNav}
        tabs={STATES.map((option) => ({
          to: reviewHref(option, 1),
          label: text.states[option],
          active: option === state,
        }))}
      />
      <Queue
        list={list}
        page={page}
        text={text}
        totalOf={text.total[state]}
        item={(review) => <ReviewItem review={review} />}
        skeleton={<ReviewSkeleton />}
        hrefOf={(to) => reviewHref(state, to)}
      />
    </Page>
  );
}
