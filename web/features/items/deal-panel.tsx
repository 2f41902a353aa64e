import { useQuery } from "@tanstack/react-query";
import { Crown, LogIn, ShoppingCart } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { useLocation } from "react-router";
import { signInAddress } from "#domain/auth/members.ts";
import type { Item } from "#domain/items/api.ts";
import { listingsRoute } from "#domain/shop/api.ts";
import { useNow } from "#web/lib/now.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { itemCardText } from "#web/text/item-card.ts";
import { tradeText } from "#web/text/trade.ts";
import { Button, LinkButton } from "#web/ui/button.tsx";
import { TextLink } from "#web/ui/link.tsx";
import { CoinPrice } from "./coin-price.tsx";
import { copyDeal, type Deal, itemDeal } from "./deal.ts";
import styles from "./deal-panel.module.css";
import { GoldMonthNote } from "./gold-month-note.tsx";
import { OwnCopy } from "./own-copy.tsx";
import { standingOf } from "./standing.ts";

const text = tradeText;

function SignIn() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton variant="primary" size="l" icon={LogIn} to={signInAddress(pathname + search)}>
      {text.signIn}
    </LinkButton>
  );
}

function BuyButton({
  busy,
  onClick,
  children,
}: {
  busy?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button variant="primary" size="l" icon={ShoppingCart} busy={busy} onClick={onClick}>
      {children}
    </Button>
  );
}

interface OfferProps {
  item: Item;
  onBuy: (deal: Deal) => void;
}

/** The item itself: its price, what is left of it, and the way to it. */
function Sold({ item, onBuy, noGold }: OfferProps & { noGold: boolean }) {
  const user = useUser();
  const { price, remaining, stock, gold_month } = item;
  return (
    <>
      <div className={styles.row}>
        <CoinPrice price={price} large />
        {!user && <SignIn />}
        {user && !noGold && (
          <BuyButton onClick={() => onBuy(itemDeal(item))}>{price === 0 ? text.get : text.buy}</BuyButton>
        )}
        {noGold && (
          <p className={styles.never}>
            <Crown aria-hidden />
            <TextLink alone to="/gold">
              {text.goldOnly}
            </TextLink>
          </p>
        )}
      </div>
      {remaining !== null && stock !== null && <p className={styles.left}>{text.left(remaining, stock)}</p>}
      {gold_month && <p className={styles.hint}>{text.goldNow(itemCardText.month(gold_month))}</p>}
    </>
  );
}

/** A limited item that is sold no more: the cheapest copy that somebody offers. */
function Resold({ item, onBuy }: OfferProps) {
  const user = useUser();
  const first = useQuery(queryFor(listingsRoute, { params: { id: item.id }, input: { page: 1 } }));
  const copy = first.data?.data[0];
  const price = copy?.price ?? item.lowest_price;
  const ended = item.stock !== null && item.sales_count >= item.stock ? text.soldOut : text.ended;
  if (price === null || first.data?.data.length === 0) {
    return (
      <>
        <p className={styles.title}>{ended}</p>
        <p className={styles.hint}>{text.noOffers}</p>
      </>
    );
  }
  return (
    <>
      <p className={styles.label}>
        {ended} · {text.cheapest}
      </p>
      <div className={styles.row}>
        <CoinPrice price={price} large />
        {user ? (
          <BuyButton
            busy={first.isFetching && !copy}
            onClick={() => (copy ? onBuy(copyDeal(item, copy)) : void first.refetch())}
          >
            {text.buyCheapest}
          </BuyButton>
        ) : (
          <SignIn />
        )}
      </div>
    </>
  );
}

function Unsold({ item, title, hint }: { item: Item; title: string; hint: (month: string) => string }) {
  return (
    <>
      <p className={styles.title}>{title}</p>
      <p className={styles.hint}>{hint(itemCardText.month(item.gold_month ?? ""))}</p>
    </>
  );
}

/** Whether and how one can have the item, or that one has it. Takes the focus when that has changed. */
export function DealPanel({ item, onBuy, place }: OfferProps & { place: Ref<HTMLElement> }) {
  const user = useUser();
  const now = useNow();
  const standing = standingOf(item, user, now);
  return (
    <section className={styles.deal} aria-label={text.deal} tabIndex={-1} ref={place}>
      {standing === "owned" && item.copy && <OwnCopy item={item} copy={item.copy} />}
      {(standing === "sold" || standing === "gold") && (
        <Sold item={item} onBuy={onBuy} noGold={standing === "gold"} />
      )}
      {standing === "resold" && <Resold item={item} onBuy={onBuy} />}
      {standing === "gold_later" && <Unsold item={item} title={text.offsale} hint={text.goldLater} />}
      {standing === "gold_over" && <Unsold item={item} title={text.offsale} hint={text.goldOver} />}
      {standing === "offsale" && <Unsold item={item} title={text.offsale} hint={() => text.offsaleHint} />}
      <GoldMonthNote item={item} now={now} />
    </section>
  );
}
