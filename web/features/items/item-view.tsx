import { MessageCircle, Users } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Item } from "#domain/items/api.ts";
import { ITEM_TABS, readItemView, type ItemView as View, writeItemView } from "#domain/items/view.ts";
import { useUser } from "#web/lib/user.ts";
import { itemsText } from "#web/text/items.ts";
import { Badge } from "#web/ui/card.tsx";
import { InSight } from "#web/ui/in-sight.tsx";
import type { MenuGroup } from "#web/ui/menu.tsx";
import { latePart, OnDemand } from "#web/ui/on-demand.tsx";
import { Person } from "#web/ui/person.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import type { Deal } from "./deal.ts";
import { DealPanel } from "./deal-panel.tsx";
import styles from "./item.module.css";
import { ItemActs } from "./item-acts.tsx";
import { ItemFacts } from "./item-facts.tsx";
import market from "./market.module.css";
import { OffersSection } from "./offers-section.tsx";
import { OwnersSection } from "./owners-section.tsx";
import { OwnReview } from "./review/own-review.tsx";
import { ItemShow } from "./try-on.tsx";

const prices = latePart<{ item: Item }>(() => import("./price-section.tsx"));

const buying = latePart(() => import("./buy-modal.tsx"));

const ICONS = { comments: MessageCircle, owners: Users } as const;

/** After the window's closing has given the focus back, where its button may be gone. */
const SETTLED_MS = 50;

interface ItemViewProps {
  item: Item;
  comments: ReactNode;
  menu: (groups: readonly MenuGroup[]) => ReactNode;
}

/** An item with all there is to say about it and to do with it; comments and menu come in through the slots. */
export function ItemView({ item, comments, menu }: ItemViewProps) {
  const user = useUser();
  const [query] = useSearchParams();
  const [deal, setDeal] = useState<Deal | null>(null);
  const place = useRef<HTMLElement>(null);
  const view = readItemView(query);
  const [hasComments, setHasComments] = useState(view.tab === "comments");
  if (view.tab === "comments" && !hasComments) setHasComments(true);
  const hrefOf = (change: Partial<View>, anchor: string) =>
    `?${writeItemView({ ...view, ...change })}#${anchor}`;
  const toDeal = () => void setTimeout(() => place.current?.focus(), SETTLED_MS);
  return (
    <>
      {item.review && <OwnReview item={item} review={item.review} />}
      <article className={styles.item}>
        <ItemShow item={item} />
        <div className={styles.words}>
          <div className={styles.badges}>
            <Badge>{itemsText.types[item.type.name] ?? item.type.name}</Badge>
            {item.stock !== null && <Badge tone="accent">{itemsText.limited}</Badge>}
          </div>
          <h1 className={styles.name}>{item.name}</h1>
          <p className={styles.creator}>
            <span className={styles.muted}>{itemsText.by}</span>
            <Person person={item.user} size={40} />
          </p>
          <DealPanel item={item} onBuy={setDeal} place={place} />
          {item.description ? (
            <Truncate>{item.description}</Truncate>
          ) : (
            <p className={styles.muted}>{itemsText.noDescription}</p>
          )}
          <ItemFacts item={item} />
          <ItemActs item={item} menu={menu} />
        </div>
      </article>
      {item.is_resold && (
        <div className={market.market}>
          <OffersSection
            item={item}
            page={view.offers}
            hrefOf={(offers) => hrefOf({ offers }, "offers")}
            onBuy={setDeal}
          />
          <InSight part={prices} props={{ item }} id="prices" early waiting={<Skeleton height={300} />} />
        </div>
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
        {/* Once shown, they stay where they are while the owners show, with what was typed there. */}
        {hasComments && <div hidden={view.tab !== "comments"}>{comments}</div>}
        {view.tab === "owners" && (
          <OwnersSection id={item.id} page={view.page} hrefOf={(page) => hrefOf({ page }, "about")} />
        )}
      </div>
      {deal && user && (
        <OnDemand part={buying} props={{ deal, user, onClose: () => setDeal(null), onBought: toDeal }} />
      )}
    </>
  );
}
