import { MessageCircle, Users } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Item } from "#domain/items/api.ts";
import { ITEM_TABS, type ItemView, readItemView, writeItemView } from "#domain/items/view.ts";
import bylines from "#web/components/byline.module.css";
import { Person } from "#web/components/person.tsx";
import { itemTypesText } from "#web/components/text/item-types.ts";
import { formatCompact } from "#web/lib/format.ts";
import { useUser } from "#web/lib/user.ts";
import { Badge } from "#web/ui/card.tsx";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import type { Deal } from "./deal.ts";
import { DealPanel } from "./deal-panel.tsx";
import styles from "./item.module.css";
import { ItemActions } from "./item-actions.tsx";
import { ItemPreview } from "./item-preview.tsx";
import market from "./market.module.css";
import type { OffersSectionProps } from "./offers-section.tsx";
import { OwnersSection } from "./owners-section.tsx";
import type { OwnReviewProps } from "./review/own-review.tsx";
import { itemsText } from "./text/items.ts";

/** An item's sales, favorites, wishes and date. */
function ItemFacts({ item }: { item: Item }) {
  const { sales_count, stock, favorites_count, wishes_count, created_at } = item;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{itemsText.sold}</dt>
        <dd>
          <CompactNumber value={sales_count} />
          {stock !== null && (
            <small className={styles.total}> {itemsText.soldOf(formatCompact(stock))}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{itemsText.favorites}</dt>
        <dd>
          <CompactNumber value={favorites_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.wishes}</dt>
        <dd>
          <CompactNumber value={wishes_count} />
        </dd>
      </div>
      <div>
        <dt>{itemsText.created}</dt>
        <dd>
          <RelativeTime value={created_at} />
        </dd>
      </div>
    </dl>
  );
}

// Few items are in review or resold.
const ownReview = lazyPart<OwnReviewProps>(() => import("./review/own-review.tsx"));
const resaleMarket = lazyPart<OffersSectionProps>(() => import("./resale-market.tsx"));
const buyModal = lazyPart(() => import("./buy-modal.tsx"));

const ICONS = { comments: MessageCircle, owners: Users } as const;

/** Waits until the closed modal has returned focus to its button, which may no longer exist. */
const FOCUS_DELAY_MS = 50;

interface ItemDetailsProps {
  item: Item;
  comments: ReactNode;
  follow: ReactNode;
  menu: (groups: readonly MenuGroup[]) => ReactNode;
}

/** An item with its details, actions, offers, prices, comments and owners. */
export function ItemDetails({ item, comments, follow, menu }: ItemDetailsProps) {
  const user = useUser();
  const [query] = useSearchParams();
  const [deal, setDeal] = useState<Deal | null>(null);
  const panelRef = useRef<HTMLElement>(null);
  const view = readItemView(query);
  const [hasComments, setHasComments] = useState(view.tab === "comments");
  if (view.tab === "comments" && !hasComments) setHasComments(true);
  const hrefOf = (change: Partial<ItemView>, anchor: string) =>
    `?${writeItemView({ ...view, ...change })}#${anchor}`;
  const focusPanel = () => void setTimeout(() => panelRef.current?.focus(), FOCUS_DELAY_MS);
  return (
    <>
      {item.review && (
        <LoadWhenVisible
          part={ownReview}
          props={{ item, review: item.review }}
          id="review"
          eager
          fallback={<Skeleton height={72} />}
        />
      )}
      <article className={styles.item}>
        <ItemPreview item={item} />
        <div className={styles.text}>
          <div className={styles.badges}>
            <Badge>{itemTypesText[item.type.name] ?? item.type.name}</Badge>
            {item.stock !== null && <Badge tone="accent">{itemsText.limited}</Badge>}
          </div>
          <h1 className={styles.name} dir="auto">
            {item.name}
          </h1>
          <p className={bylines.byline}>
            <span className={styles.muted}>{itemsText.by}</span>
            <Person person={item.user} size={40} />
            {follow}
          </p>
          <DealPanel item={item} onBuy={setDeal} panelRef={panelRef} />
          {item.description ? (
            <Truncate>{item.description}</Truncate>
          ) : (
            <p className={styles.muted}>{itemsText.noDescription}</p>
          )}
          <ItemFacts item={item} />
          <ItemActions item={item} menu={menu} />
        </div>
      </article>
      {item.is_resold && (
        <LoadWhenVisible
          part={resaleMarket}
          props={{
            item,
            page: view.offers,
            hrefOf: (offers) => hrefOf({ offers }, "offers"),
            onBuy: setDeal,
          }}
          id="market"
          eager
          fallback={
            <div className={market.market}>
              <Skeleton height={330} />
              <Skeleton height={330} />
            </div>
          }
        />
      )}
      <div className={styles.about} id="about">
        <TabLinks
          label={itemsText.tabsLabel}
          tabs={ITEM_TABS.map((tab) => ({
            to: hrefOf({ tab, page: 1 }, "about"),
            label: itemsText.tabs[tab],
            icon: ICONS[tab],
            count: tab === "owners" ? item.sales_count : undefined,
            active: tab === view.tab,
          }))}
        />
        {/* Once shown, the comments stay mounted behind the other tab, to keep unsent text. */}
        {hasComments && <div hidden={view.tab !== "comments"}>{comments}</div>}
        {view.tab === "owners" && (
          <OwnersSection item={item} page={view.page} hrefOf={(page) => hrefOf({ page }, "about")} />
        )}
      </div>
      {deal && user && (
        <OnDemand
          part={buyModal}
          props={{ deal, user, onClose: () => setDeal(null), onBought: focusPanel }}
        />
      )}
    </>
  );
}
