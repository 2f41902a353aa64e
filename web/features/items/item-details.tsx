import { useQuery } from "@tanstack/react-query";
import { MessageCircle, Users } from "lucide-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { avatarRoute } from "#domain/avatar/api.ts";
import { colorsOf } from "#domain/avatar/color-keys.ts";
import { MANNEQUIN_COLORS } from "#domain/avatar/colors.ts";
import { HAT_SLOTS, SLOTS, slotsOf } from "#domain/avatar/slots.ts";
import { tryOnUrl } from "#domain/avatar/try-on-url.ts";
import type { Item } from "#domain/items/api.ts";
import { ITEM_TABS, type ItemView, readItemView, writeItemView } from "#domain/items/view.ts";
import { LIMITS } from "#domain/limits.ts";
import { ownersRoute } from "#domain/shop/api.ts";
import bylines from "#web/components/byline.module.css";
import { EmptyState, FirstPageLink } from "#web/components/empty-state.tsx";
import { Fact } from "#web/components/fact.tsx";
import { ItemPicture } from "#web/components/item-picture.tsx";
import { Person } from "#web/components/person.tsx";
import { itemTypesText } from "#web/components/text/item-types.ts";
import { formatCompact } from "#web/lib/format.ts";
import { useOwnLook } from "#web/lib/own-look.ts";
import { useItemPicture } from "#web/lib/pictures.ts";
import { listQueryFor, queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { BopiPreview, type PreviewLook } from "#web/scene/bopi-preview.tsx";
import { Badge, Card } from "#web/ui/card.tsx";
import { SegmentedControl } from "#web/ui/checkbox.tsx";
import { cx } from "#web/ui/cx.ts";
import { LoadWhenVisible } from "#web/ui/load-when-visible.tsx";
import { LoadingRegion } from "#web/ui/loading-region.tsx";
import type { MenuGroup } from "#web/ui/menu-item.ts";
import { lazyPart, OnDemand } from "#web/ui/on-demand.tsx";
import { Grid, Section } from "#web/ui/page.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { CompactNumber, RelativeTime } from "#web/ui/relative-time.tsx";
import { Repeat, Skeleton } from "#web/ui/skeleton.tsx";
import { QueryError } from "#web/ui/states.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { Truncate } from "#web/ui/truncate.tsx";
import type { Deal } from "./deal.ts";
import { DealPanel } from "./deal-panel.tsx";
import styles from "./item.module.css";
import { ItemActions } from "./item-actions.tsx";
import market from "./market.module.css";
import ownersStyles from "./owners.module.css";
import type { OffersSectionProps } from "./resale-market.tsx";
import type { OwnReviewProps } from "./review/own-review.tsx";
import { itemsText } from "./text/items.ts";
import { tradeText } from "./text/trade.ts";

const CARD = { min: 150, minPhone: 130 } as const;

interface OwnersSectionProps {
  item: Item;
  page: number;
  hrefOf: (page: number) => string;
}

function OwnersSection({ item, page, hrefOf }: OwnersSectionProps) {
  const list = useQuery(listQueryFor(ownersRoute, { params: { id: item.id }, input: { page } }));
  const { data: owners, meta } = list.data ?? {};
  return (
    <Section heading={itemsText.owners}>
      {list.isPending && (
        <LoadingRegion text={itemsText.loadingOwners}>
          <Grid {...CARD}>
            <Repeat times={LIMITS.pageSize.owners / 2}>
              <Skeleton ratio="4 / 5" />
            </Repeat>
          </Grid>
        </LoadingRegion>
      )}
      <QueryError query={list} />
      {owners?.length === 0 && (
        <EmptyState
          title={page > 1 ? itemsText.noOwnersPage : itemsText.noOwners}
          pose="shrug"
          {...(page > 1
            ? { children: <FirstPageLink to={hrefOf(1)} variant="plain" /> }
            : { noAction: "The item's own button is above" })}
        />
      )}
      {owners && owners.length > 0 && (
        <Grid {...CARD} className={cx(list.isPlaceholderData && ownersStyles.stale)}>
          {owners.map((copy) => (
            <Card key={copy.id} flush>
              <img
                className={ownersStyles.bopi}
                src={tryOnUrl(copy.look, item, { size: 256 })}
                width={256}
                height={256}
                alt=""
                loading="lazy"
                decoding="async"
              />
              <div className={ownersStyles.owner}>
                <Person person={copy.user} size={0} />
                <span className={ownersStyles.copy}>
                  <strong>{tradeText.serial(copy.serial)}</strong>
                  <RelativeTime value={copy.created_at} />
                </span>
              </div>
            </Card>
          ))}
        </Grid>
      )}
      <Pagination page={page} meta={meta} hrefOf={hrefOf} label={itemsText.ownersPages} />
    </Section>
  );
}

type View = "bopi" | "picture" | "3d";

/** Returns the user's bopi with the item equipped in its slot; a plain bopi for visitors. */
function useTriedLook(item: Item): PreviewLook {
  const user = useUser();
  const options = queryFor(avatarRoute, { params: { userId: user?.id ?? 0 } });
  const { data: avatar } = useQuery({ ...options, enabled: user !== null });
  return useMemo(() => {
    const equipped = SLOTS.map((slot) => [slot, avatar?.[slot] ?? null]);
    const clearedHats = item.type.id === 1 ? HAT_SLOTS.map((slot) => [slot, null]) : [];
    const [slot = "hat1"] = slotsOf(item.type.id);
    return {
      colors: avatar ? colorsOf(avatar) : MANNEQUIN_COLORS,
      items: { ...Object.fromEntries(equipped), ...Object.fromEntries(clearedHats), [slot]: item },
    };
  }, [avatar, item]);
}

function InThreeD({ item }: { item: Item }) {
  return (
    <BopiPreview
      look={useTriedLook(item)}
      picture={useItemPicture(item)}
      alt={itemsText.picture(item.name)}
      label={itemsText.inThreeD(item.name)}
    />
  );
}

/** The item on the own bopi, over the item's picture, which stays until this is loaded and if it can't be. */
function OnBopi({ item }: { item: Item }) {
  const url = tryOnUrl(useOwnLook(), item, { size: 512 });
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <img
      className={styles.onBopi}
      src={url}
      width={512}
      height={512}
      alt={itemsText.onBopi(item.name)}
      data-shown={loaded === url}
      onLoad={() => setLoaded(url)}
    />
  );
}

function ItemPreview({ item }: { item: Item }) {
  const isOnBopi = item.uuid !== "" && !item.review;
  const [view, setView] = useState<View>(isOnBopi ? "bopi" : "picture");
  return (
    <figure className={styles.preview}>
      <div className={styles.picture}>
        {view === "3d" ? (
          <InThreeD item={item} />
        ) : (
          <ItemPicture item={item} width={420} height={420} alt={itemsText.picture(item.name)} />
        )}
        {view === "bopi" && <OnBopi item={item} />}
      </div>
      {item.uuid && (
        <SegmentedControl
          label={itemsText.view}
          hideLabel
          options={[
            ...(isOnBopi ? [{ value: "bopi" as const, label: itemsText.viewBopi }] : []),
            { value: "picture" as const, label: itemsText.viewPicture },
            { value: "3d" as const, label: itemsText.view3d },
          ]}
          value={view}
          onChange={setView}
        />
      )}
    </figure>
  );
}

function ItemFacts({ item }: { item: Item }) {
  const { sales_count, stock, favorites_count, wishes_count, created_at } = item;
  return (
    <dl className={styles.facts}>
      <Fact name={itemsText.sold}>
        <CompactNumber value={sales_count} />
        {stock !== null && <small className={styles.total}> {itemsText.soldOf(formatCompact(stock))}</small>}
      </Fact>
      <Fact name={itemsText.favorites}>
        <CompactNumber value={favorites_count} />
      </Fact>
      <Fact name={itemsText.wishes}>
        <CompactNumber value={wishes_count} />
      </Fact>
      <Fact name={itemsText.created}>
        <RelativeTime value={created_at} />
      </Fact>
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
